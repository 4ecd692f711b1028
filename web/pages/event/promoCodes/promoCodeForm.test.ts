import { describe, expect, test } from "vitest";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import { ticketChoices } from "../list/ticketChoices.ts";
import {
  bodyOf,
  type HowManyCodes,
  type PromoCodeValues,
  problemsOf,
  valuesOf,
  valuesOfMany,
} from "./promoCodeForm.ts";

const event = { timeZone: "Europe/Berlin", currency: "eur" } as const;
const filled: PromoCodeValues = {
  code: " SUMMER ",
  count: "",
  kind: "percent",
  percent: "12.5 %",
  amount: "",
  ticketIds: [],
  maxUses: "",
  startsAt: "2026-06-01T09:00",
  endsAt: "",
  isActive: true,
};
const newCodeContext = { eventId: 7, promoCodeId: null, ...event };

test("a code is sent with its percentage as a number, an empty limit as null, and its times as instants", () => {
  expect(bodyOf(filled, newCodeContext)).toEqual({
    eventId: 7,
    code: "SUMMER",
    kind: "percent",
    value: 12.5,
    ticketIds: null,
    maxUses: null,
    startsAt: "2026-06-01T07:00:00.000Z",
    endsAt: null,
    isActive: true,
  });
});

test("an amount is in minor units, and an access code has no discount", () => {
  const typed = { ...filled, percent: "10", amount: "5.50", ticketIds: ["3", "4"], maxUses: "20" };
  expect(bodyOf({ ...typed, kind: "amount" }, newCodeContext)).toMatchObject({
    value: 550,
    ticketIds: [3, 4],
    maxUses: 20,
  });
  expect(bodyOf({ ...typed, kind: "access" }, newCodeContext).value).toBe(0);
});

const seat = { id: 4, title: "Seat", isHidden: false };
const box = { id: 5, title: "Box", isHidden: true };
const code: PromoCode = {
  id: 3,
  eventId: 7,
  code: "CREW",
  kind: "amount",
  value: 990,
  ticketIds: [4],
  maxUses: 5,
  held: 1,
  sold: 2,
  left: 2,
  startsAt: null,
  endsAt: "2026-06-01T07:00:00.000Z",
  isActive: false,
};

test.each([
  ["an amount", code],
  ["a percentage", { ...code, kind: "percent", value: 12.5, startsAt: "2026-05-01T07:00:00.000Z" }],
] as const)("a saved code with %s is sent back unchanged", (_discount, saved) => {
  const sent = bodyOf(valuesOf(saved, event, [seat, box]), { ...newCodeContext, promoCodeId: 3 });
  expect(saved).toMatchObject(sent);
  // `toMatchObject` would accept a body without fields, too.
  expect(Object.keys(sent)).toHaveLength(9);
});

test("the form of a code shows every ticket that it sends, and removed ones only if the code has no other", () => {
  const shownTickets = (ticketIds: number[] | null, tickets: (typeof seat)[]) => {
    const edited = { ...code, ticketIds };
    const chosen = valuesOf(edited, event, tickets).ticketIds;
    return ticketChoices(ticketIds, tickets).map(({ value, label }) => [label, chosen.includes(value)]);
  };
  expect(shownTickets([4, 9], [seat, box])).toEqual([
    ["Seat", true],
    ["Box (hidden)", false],
  ]);
  expect(valuesOf({ ...code, ticketIds: [4, 9] }, event, [seat, box]).ticketIds).toEqual(["4"]);
  // Without the removed ticket, this code would become one for every ticket.
  expect(shownTickets([9], [seat])).toEqual([
    ["Seat", false],
    ["Removed ticket", true],
  ]);
  expect(shownTickets(null, [seat])).toEqual([["Seat", false]]);
});

describe("the problems of a form", () => {
  const problems = (change: Partial<PromoCodeValues>, howMany: HowManyCodes = "one", taken = 0) =>
    problemsOf({ ...filled, ...change }, { ...event, howMany, taken });

  test("a valid form has no problems, and a new form for many codes lacks only the percentage", () => {
    expect(problems({})).toEqual({});
    expect(problems({ kind: "access", ticketIds: ["3"], percent: "" })).toEqual({});
    expect(problemsOf(valuesOfMany(event), { ...event, howMany: "many", taken: 0 })).toEqual({
      percent: "Enter a number from 0.01 to 100, such as 20.",
    });
  });

  test.each([
    [{ code: " " }, "code"],
    [{ code: "TWO WORDS" }, "code"],
    [{ percent: "0" }, "percent"],
    [{ percent: "100.01" }, "percent"],
    [{ percent: "1.234" }, "percent"],
    [{ kind: "amount", amount: "0" }, "amount"],
    [{ kind: "access" }, "ticketIds"],
    [{ maxUses: "0" }, "maxUses"],
    [{ maxUses: "many" }, "maxUses"],
    [{ endsAt: "2026-05-31T09:00" }, "endsAt"],
  ] as const)("a form with %j is refused at its field", (change, field) => {
    expect(Object.keys(problems(change))).toEqual([field]);
  });

  test("a limit below the number of tickets sold and held with the code is refused", () => {
    expect(problems({ maxUses: "3" }, "one", 4)).toEqual({
      maxUses: "The code is used for 4 tickets already, so the limit cannot be lower.",
    });
    expect(problems({ maxUses: "4" }, "one", 4)).toEqual({});
  });

  test("no codes or too many codes are refused, and many codes need no prefix", () => {
    expect(problems({ code: "", count: "50" }, "many")).toEqual({});
    for (const count of ["", "0", "201"])
      expect(Object.keys(problems({ code: "", count }, "many"))).toEqual(["count"]);
    expect(Object.keys(problems({ code: "X".repeat(21), count: "5" }, "many"))).toEqual(["code"]);
  });
});
