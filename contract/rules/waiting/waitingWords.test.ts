import { expect, test } from "vitest";
import { offerHoursWords, placesPriceWords } from "./waitingWords.ts";

test("the hours of an offer are written in words", () => {
  expect([1, 2, 24].map(offerHoursWords)).toEqual(["1 hour", "2 hours", "24 hours"]);
});

test("the price of an offer is the price of all its places", () => {
  const words = (total: number, places: number) => placesPriceWords(total, { places, currency: "eur" });
  expect([words(0, 3), words(2500, 1), words(5000, 2), words(7550, 3)]).toEqual([
    "Free",
    "€25",
    "€50 for both",
    "€75.50 for all 3",
  ]);
});
