import { expect, test } from "vitest";
import { z } from "zod";
import { calls } from "../../contract/all.ts";
import { replyFilter } from "./replyFilter.ts";

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

test("a field that is not declared never leaves, however deep", () => {
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
});

test("nothing stays nothing", () => {
  expect(filter({ people: [], buyer: null, fields: {}, either: { club: "" } })).toEqual({
    people: [],
    buyer: null,
    fields: {},
    either: { club: "" },
  });
});

test.each([undefined, null, "text", { people: "none" }, { people: [null] }])(
  "a reply of another kind (%#) is an error of ours",
  (value) => {
    expect(() => filter(value)).toThrow();
  },
);

test("there is a filter for every call", () => {
  for (const { payload } of Object.values(calls)) expect(replyFilter(payload)).toBeTypeOf("function");
});
