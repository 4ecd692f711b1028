import { expect, test } from "vitest";
import { cardsQuery, cardsWanted } from "./cardsWanted.ts";

test("what is wanted is read from the address as it was written into it", () => {
  for (const wanted of [
    { search: "", when: "coming", page: 1 },
    { search: "gala & more", when: "past", page: 3 },
  ] as const) {
    expect(cardsWanted(new URLSearchParams(cardsQuery(wanted)))).toEqual(wanted);
  }
  expect(cardsQuery({ search: "", when: "coming", page: 1 })).toBe("");
});

test("an address that asks for nonsense shows the coming events", () => {
  const query = new URLSearchParams("when=never&page=-2");
  expect(cardsWanted(query)).toEqual({ search: "", when: "coming", page: 1 });
});
