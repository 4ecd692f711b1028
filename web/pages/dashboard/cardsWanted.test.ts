import { expect, test } from "vitest";
import { cardsQuery, dashboardQuery } from "./cardsWanted.ts";

test("filters that were written to the address are read back unchanged", () => {
  for (const wanted of [
    { search: "", when: "coming", page: 1 },
    { search: "gala & more", when: "past", page: 3 },
  ] as const) {
    expect(dashboardQuery(new URLSearchParams(cardsQuery(wanted)))).toEqual(wanted);
  }
  expect(cardsQuery({ search: "", when: "coming", page: 1 })).toBe("");
});

test("an invalid address shows the upcoming events", () => {
  const query = new URLSearchParams("when=never&page=-2");
  expect(dashboardQuery(query)).toEqual({ search: "", when: "coming", page: 1 });
});
