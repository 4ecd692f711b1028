import { expect, test } from "vitest";
import { cardsQuery, dashboardQuery, queryOfLastPage } from "./cardsWanted.ts";

test("filters that were written to the address are read back unchanged", () => {
  for (const wanted of [
    { search: "", when: "coming", page: 1 },
    { search: "gala & more", when: "past", page: 3 },
  ] as const) {
    expect(dashboardQuery(new URLSearchParams(cardsQuery(wanted)))).toEqual(wanted);
  }
  expect(cardsQuery({ search: "", when: "coming", page: 1 })).toBe("");
});

test("an invalid filter or page in the address is ignored", () => {
  const query = new URLSearchParams("when=never&page=-2");
  expect(dashboardQuery(query)).toEqual({ search: "", when: "coming", page: 1 });
});

test("a page after the last one leads to the last one, with the same filters", () => {
  const query = { search: "gala", when: "past", page: 5 } as const;
  expect(queryOfLastPage(query, { items: [], totalPages: 3 })).toEqual({ ...query, page: 3 });
  expect(queryOfLastPage(query, { items: [], totalPages: 0 })).toEqual({ ...query, page: 1 });
  // Counted after the only event of page 5 was added.
  expect(queryOfLastPage(query, { items: [], totalPages: 5 })).toEqual({ ...query, page: 4 });
  expect(queryOfLastPage(query, { items: ["an event"], totalPages: 5 })).toBeNull();
  expect(queryOfLastPage({ ...query, page: 1 }, { items: [], totalPages: 0 })).toBeNull();
});
