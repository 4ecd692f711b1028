import { expect, test } from "vitest";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import { discountWords } from "../../../words/discountWords.ts";
import { promoCodesCsv } from "./promoCodesCsv.ts";
import { codeUsesText, stateOf, ticketsWords, validityText } from "./promoCodeWords.ts";

const now = new Date("2026-06-01T00:00:00Z");
const tickets = [
  { id: 1, title: "Standard", isHidden: false },
  { id: 2, title: "Backstage", isHidden: true },
];
const code = (part: Partial<PromoCode> = {}): PromoCode => ({
  id: 3,
  eventId: 7,
  code: "SUMMER",
  kind: "percent",
  value: 20,
  ticketIds: null,
  maxUses: null,
  held: 0,
  sold: 0,
  left: null,
  startsAt: null,
  endsAt: null,
  isActive: true,
  ...part,
});

test.each([
  [{}, "20% off"],
  [{ kind: "amount", value: 550 }, "$5.50 off each ticket"],
  [{ kind: "access", value: 0 }, null],
] as const)("the discount of %j reads %s", (part, words) => {
  expect(discountWords(code(part), "usd")).toBe(words);
});

test.each<[Partial<PromoCode>, string]>([
  [{}, "For all tickets that are not hidden"],
  [{ ticketIds: [1, 2] }, "For Standard, Backstage (hidden)"],
  [{ ticketIds: [2], kind: "access" }, "Unlocks Backstage (hidden)"],
  [{ ticketIds: [9] }, "For no ticket: its tickets were removed"],
])("the tickets of %j read %s", (part, words) => {
  expect(ticketsWords(code(part), tickets)).toBe(words);
});

test.each([
  [{ left: null }, "Not used yet · no limit"],
  [{ left: 1 }, "Not used yet · 1 ticket left"],
  [{ sold: 1, left: 4 }, "Used for 1 ticket · 4 tickets left"],
  [{ sold: 1200, held: 2, left: 0 }, "Used for 1,200 tickets · 2 being bought · 0 tickets left"],
])("the uses of %j read %s", (part, words) => {
  expect(codeUsesText(code(part))).toBe(words);
});

test("the time window of a code is written in the event's time zone", () => {
  const startsAt = "2026-06-01T07:00:00.000Z";
  const endsAt = "2026-06-02T07:00:00.000Z";
  const words = (part: Partial<PromoCode>) =>
    validityText(code(part), { timeZone: "Europe/Berlin", dateFormat: "DD/MM/YYYY" });
  expect(words({})).toBeNull();
  expect(words({ startsAt })).toBe("From Mon, 1 Jun 2026, 09:00");
  expect(words({ endsAt })).toBe("Until Tue, 2 Jun 2026, 09:00");
  expect(words({ startsAt, endsAt })).toBe("From Mon, 1 Jun 2026, 09:00 until Tue, 2 Jun 2026, 09:00");
});

test.each([
  [{}, "Valid"],
  [{ isActive: false }, undefined],
  [{ endsAt: now.toISOString() }, "Ended"],
  [{ startsAt: "2026-06-01T00:00:01Z" }, "Not yet valid"],
  [{ startsAt: now.toISOString() }, "Valid"],
  [{ left: 0 }, "Used up"],
  [{ left: 0, held: 1 }, "None left for now"],
])("the state of %j reads %s", (part, words) => {
  expect(stateOf(code(part), now)?.text).toBe(words);
});

test("the file of promo codes has a line for each code, with a link that contains the code", () => {
  const text = promoCodesCsv({
    codes: [code({ sold: 2, held: 1, left: 7 }), code({ code: "OLD", isActive: false, ticketIds: [1] })],
    tickets,
    currency: "usd",
    linkTo: (codeText) => `https://foyer.example/gala?code=${codeText}`,
    now,
  });
  expect(text.split("\r\n").slice(1)).toEqual([
    '"SUMMER","20% off","For all tickets that are not hidden","2","1","7","","","Valid","https://foyer.example/gala?code=SUMMER"',
    '"OLD","20% off","For Standard","0","0","no limit","","","Inactive","https://foyer.example/gala?code=OLD"',
    "",
  ]);
});
