import { expect, test } from "vitest";
import { idForm, listAddress } from "./listAddress.ts";

const { queryFrom, paramsOf, isNarrowed } = listAddress({
  state: ["open", "done"],
  ticket: idForm,
  sort: ["name", "-name"],
});
const from = (text: string) => queryFrom(new URLSearchParams(text));

test("only valid filters are read from an address", () => {
  expect(from("search=%20mia%20&state=done&ticket=7&sort=-name&page=3&more=1")).toEqual({
    search: "mia",
    state: "done",
    ticket: "7",
    sort: "-name",
    page: 3,
  });
  expect(from("state=toString&ticket=07&sort=phone&page=0")).toEqual(from(""));
});

test("a changed filter shows the first page, and a changed page keeps the filters", () => {
  const query = from("search=a&state=open&page=9");
  expect(paramsOf(query, { state: "done" }).toString()).toBe("search=a&state=done");
  expect(paramsOf(query, { page: 2 }).toString()).toBe("search=a&state=open&page=2");
});

test("a search and a filter narrow a list, and a sort order does not", () => {
  expect(["", "sort=name", "page=2", "search=a", "ticket=3"].map((text) => isNarrowed(from(text)))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});
