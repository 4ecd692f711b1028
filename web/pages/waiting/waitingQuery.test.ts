import { expect, test } from "vitest";
import { filtersOf, waitingAddress, waitingCountText } from "./waitingQuery.ts";

const { paramsOf, queryFrom } = waitingAddress;

const noFilters = { search: "", state: "", ticket: "", page: 1 } as const;

test.each([
  ["", noFilters],
  [
    "state=offered&ticket=7&page=3&search=%20mia%20",
    { search: "mia", state: "offered", ticket: "7", page: 3 },
  ],
  ["state=sold&ticket=-1&page=none", noFilters],
])("the address %j gives its valid filters", (address, query) => {
  expect(queryFrom(new URLSearchParams(address))).toEqual(query);
});

test("a changed filter shows the first page, and a changed page keeps the filters", () => {
  const query = { search: "mia", state: "waiting", ticket: "7", page: 3 } as const;
  expect(paramsOf(query, { state: "left" }).toString()).toBe("search=mia&state=left&ticket=7");
  expect(paramsOf(query, { page: 4 }).toString()).toBe("search=mia&state=waiting&ticket=7&page=4");
  expect(paramsOf(noFilters, {}).toString()).toBe("");
});

test("the call gets only the filters that are set", () => {
  expect(filtersOf(noFilters)).toEqual({});
  expect(filtersOf({ search: "mia", state: "taken", ticket: "7", page: 2 })).toEqual({
    searchKeyword: "mia",
    state: "taken",
    ticketId: 7,
  });
});

test("entries are counted in words", () => {
  expect([waitingCountText(1), waitingCountText(10_000)]).toEqual(["1 entry", "10,000 entries"]);
});
