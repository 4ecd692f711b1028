import { expect, test } from "vitest";
import { eventSaleWords, scarcityWords, ticketSaleWords } from "./saleWords.ts";

const opening = {
  salesStart: "2026-12-01T03:00:00Z",
  timeZone: "Asia/Bangkok",
  dateFormat: "MM/DD/YYYY HH:mm",
} as const;

test.each(["soldOut", "notYet", "closed", "over", "cancelled", "notActive"] as const)(
  "a ticket and an event that are %s have a text about it",
  (state) => {
    expect(ticketSaleWords(state, opening)).toBeTruthy();
    expect(eventSaleWords(state, opening)?.text).toBeTruthy();
  },
);

test("a ticket or an event on sale has no text about its state", () => {
  expect(ticketSaleWords("onSale", opening)).toBeNull();
  expect(eventSaleWords("onSale", opening)).toBeNull();
});

test("a ticket's future sale shows when it opens, in the event's time zone and date format", () => {
  expect(ticketSaleWords("notYet", opening)).toBe(
    "On sale from Tue, Dec 1, 2026, 10:00 AM, Bangkok time (GMT+7)",
  );
  expect(ticketSaleWords("notYet", { ...opening, dateFormat: "DD/MM/YYYY" })).toBe(
    "On sale from Tue, 1 Dec 2026, 10:00, Bangkok time (GMT+7)",
  );
});

test("the number left is shown only if the event shows it", () => {
  expect(scarcityWords(3, true)).toBe("Only 3 left");
  expect(scarcityWords(1200, true)).toBe("1,200 left");
  expect(scarcityWords(3, false)).toBeNull();
  expect(scarcityWords(0, true)).toBeNull();
});
