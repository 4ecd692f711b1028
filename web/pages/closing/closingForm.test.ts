import { describe, expect, test } from "vitest";
import type { Closing, ClosingFigures } from "../../../contract/shapes/money/closing.ts";
import { bodyOf, problemsOf, typedOf, valuesOf, withTillsOf } from "./closingForm.ts";

const till = {
  till: "a",
  gate: "North",
  device: "",
  orders: 1,
  taken: 5000,
  givenBack: 0,
  expected: 5000,
  terminal: 0,
};
const figures: ClosingFigures = {
  currency: "eur",
  sources: [],
  ways: [],
  refunds: { done: { count: 0, amount: 0 }, due: { count: 0, amount: 0 }, failed: { count: 0, amount: 0 } },
  disputed: { count: 0, amount: 0 },
  foreignFees: [],
  tills: [till, { ...till, till: "b" }],
  checks: [],
  people: { registered: 0, came: 0, free: 0, withoutOrder: 0 },
};
const latest = (expected: number): Closing => ({
  version: 1,
  signedAt: "2031-06-01T20:00:00Z",
  accountName: "Mia",
  signedName: "Mia",
  note: "First",
  figures: { ...figures, tills: [{ ...till, expected }] },
  open: {
    paymentsUnderWay: 0,
    holds: 0,
    offers: 0,
    refundsDue: { count: 0, amount: 0 },
    refundsFailed: { count: 0, amount: 0 },
    withoutSale: { count: 0, amount: 0 },
    attention: 0,
    conflicts: 0,
    feesUnknown: 0,
  },
  counts: [{ till: "a", counted: 4950, note: "A coin" }],
});

describe("the form of a signature", () => {
  test("before the first signature there is an empty line for each till", () => {
    expect(valuesOf({ figures, closings: [] })).toEqual({
      tills: [
        { till: "a", counted: "", note: "" },
        { till: "b", counted: "", note: "" },
      ],
      note: "",
      signedName: "",
    });
  });

  test("a till keeps the count of the last signature only if it should hold the same amount", () => {
    const [same] = valuesOf({ figures, closings: [latest(5000)] }).tills;
    expect(same).toEqual({ till: "a", counted: "49.50", note: "A coin" });
    const [other] = valuesOf({ figures, closings: [latest(4000)] }).tills;
    expect(other).toEqual({ till: "a", counted: "", note: "" });
  });

  test("what was typed for a till stays with it when another till comes or goes", () => {
    const typed = valuesOf({ figures, closings: [] });
    Object.assign(typed, { note: "Late", signedName: "Tom" });
    typed.tills[1]!.counted = "21.5";
    const tills = [
      { ...till, till: "b" },
      { ...till, till: "c" },
    ];
    expect(withTillsOf(typed, { figures: { ...figures, tills }, closings: [] })).toEqual({
      tills: [
        { till: "b", counted: "21.5", note: "" },
        { till: "c", counted: "", note: "" },
      ],
      note: "Late",
      signedName: "Tom",
    });
  });

  test("another till is no unsaved work until its count or note is typed", () => {
    const typed = valuesOf({ figures, closings: [] });
    const tills = [...figures.tills, { ...till, till: "c" }];
    const more = withTillsOf(typed, { figures: { ...figures, tills }, closings: [] });
    expect(typedOf(more)).toEqual(typedOf(typed));
    more.tills[2]!.note = "Empty";
    expect(typedOf(more)).not.toEqual(typedOf(typed));
  });

  test("the form needs a name and valid amounts, but a till may stay uncounted", () => {
    const values = valuesOf({ figures, closings: [] });
    expect(problemsOf({ ...values, signedName: "Mia" }, "eur")).toEqual({});
    values.tills[1]!.counted = "-3";
    expect(Object.keys(problemsOf(values, "eur"))).toEqual(["tills.1.counted", "signedName"]);
  });

  test("the form sends counts in minor units, null without a count, and the `seen` of the page", () => {
    const values = { ...valuesOf({ figures, closings: [latest(5000)] }), signedName: "Mia", note: "Twice" };
    expect(bodyOf(values, { eventId: 7, seen: "these", currency: "eur" })).toEqual({
      eventId: 7,
      seen: "these",
      signedName: "Mia",
      note: "Twice",
      counts: [
        { till: "a", counted: 4950, note: "A coin" },
        { till: "b", counted: null, note: "" },
      ],
    });
  });
});
