import { expect, test } from "vitest";
import { z } from "zod";
import { calls } from "../../../contract/all.ts";
import { replyFilter } from "../replyFilter.ts";

const person = z.object({ name: z.string(), phone: z.string().nullable() });
const filter = replyFilter(
  z.object({
    people: z.array(person),
    buyer: person.nullable(),
    note: z.string().optional(),
    fields: z.record(z.string(), z.string()),
    either: z.union([person, z.object({ club: z.string() })]),
  }),
);

test("a field that is not declared is removed at every depth", () => {
  const mia = { name: "Mia", phone: null, passwordHash: "secret" };
  expect(
    filter({
      people: [mia, mia],
      buyer: mia,
      fields: { diet: "none" },
      either: { club: "Harbour", privateKey: "secret" },
      accessKey: "secret",
    }),
  ).toEqual({
    people: [
      { name: "Mia", phone: null },
      { name: "Mia", phone: null },
    ],
    buyer: { name: "Mia", phone: null },
    fields: { diet: "none" },
    either: { club: "Harbour" },
  });
  expect(mia, "the presenter's object is unchanged").toHaveProperty("passwordHash");
});

const short = z.string().max(1);

test("declared single values, lists of them and objects are returned as they are, neither copied nor validated again", () => {
  const filterShort = replyFilter(
    z.object({
      name: short,
      note: short.nullable(),
      tags: z.array(short),
      either: z.union([short, z.number().max(1)]),
      buyer: z.object({ name: short }).nullable(),
    }),
  );
  // Parsing these values would throw.
  const reply = { name: "Mia", note: "long", tags: ["long"], either: 12, buyer: { name: "Mia" } };
  expect(filterShort(reply)).toBe(reply);
});

test("single values are not validated again when an undeclared field is removed", () => {
  const list = replyFilter(z.array(z.object({ name: short })));
  expect(list([{ name: "Mia", passwordHash: "secret" }])).toEqual([{ name: "Mia" }]);
});

test("an object that allows undeclared fields keeps them", () => {
  const reply = { name: "Mia", "question 7": "none" };
  expect(replyFilter(z.looseObject({ name: z.string() }))(reply)).toEqual(reply);
});

test("an empty list stays empty, and null stays null", () => {
  expect(filter({ people: [], buyer: null, fields: {}, either: { club: "" } })).toEqual({
    people: [],
    buyer: null,
    fields: {},
    either: { club: "" },
  });
});

test.each([undefined, null, "text", { people: "none" }, { people: [null] }])(
  "null or a text in place of an object or a list, or no reply (%#), throws an error",
  (value) => {
    expect(() => filter(value)).toThrow();
  },
);

test("a text in place of a list throws an error, also if the items of the list need no filter", () => {
  const filterTags = replyFilter(z.object({ tags: z.array(z.string()) }));
  expect(() => filterTags({ tags: "none" })).toThrow("Not a list");
});

test("there is a filter for every call", () => {
  for (const { payload } of Object.values(calls)) expect(replyFilter(payload)).toBeTypeOf("function");
});
