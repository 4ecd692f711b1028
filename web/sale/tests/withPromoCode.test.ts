import { expect, test } from "vitest";
import type { PromoCodeOffer } from "../../../contract/shapes/promoCode.ts";
import { sampleEvent, sampleTicket } from "../../event/sample.ts";
import {
  emptyChoice,
  limitChoiceToOffer,
  limitText,
  maxQuantityOf,
  offerWithHold,
  quoteOf,
  type SaleOffer,
} from "../choice.ts";
import type { Hold } from "../draft.ts";
import { ownOfferOf } from "../ownOffer.ts";
import { promoWords } from "../promoWords.ts";
import { withPromoCode } from "../withPromoCode.ts";

const now = new Date("2030-06-01T00:00:00Z");
const standard = sampleTicket({ id: 1, title: "Standard", price: 2500, sortOrder: 1 });
const child = sampleTicket({ id: 3, title: "Child", price: 1000, sortOrder: 3 });
const secret = sampleTicket({ id: 2, title: "Backstage", price: 9000, sortOrder: 2, isHidden: true });
const offer: SaleOffer = { event: sampleEvent(), tickets: [standard, child], extras: [] };

const summer = (part: Partial<PromoCodeOffer> = {}): PromoCodeOffer => ({
  code: "SUMMER",
  kind: "percent",
  value: 20,
  left: null,
  endsAt: null,
  tickets: [
    { ...standard, priceWithCode: 2000 },
    { ...secret, priceWithCode: 7200 },
  ],
  ...part,
});

test("a code lowers the prices of its tickets, and shows hidden tickets in their order", () => {
  const { tickets } = withPromoCode(offer, summer(), null);
  expect(tickets.map(({ title, price, fullPrice }) => [title, price, fullPrice])).toEqual([
    ["Standard", 2000, 2500],
    ["Backstage", 7200, 9000],
    ["Child", 1000, undefined],
  ]);
  expect(withPromoCode(offer, null, null)).toBe(offer);
});

test("the quote includes the code and its discount", () => {
  const offerWithCode = withPromoCode(offer, summer(), null);
  expect(quoteOf(offerWithCode, { tickets: { 1: 2, 3: 1 }, extras: {} })).toMatchObject({
    subtotal: 5000,
    promoCode: "SUMMER",
    discount: 1000,
  });
  // The server would refuse a code that covers none of the chosen tickets.
  expect(quoteOf(offerWithCode, { tickets: { 3: 1 }, extras: {} })).toMatchObject({
    promoCode: null,
    discount: 0,
  });
});

test("no more tickets can be chosen than the code allows, over all tickets it covers", () => {
  const offerWithCode = withPromoCode(offer, summer({ left: 2 }), null);
  const choice = { tickets: { 1: 1, 2: 1 }, extras: {} };
  expect(maxQuantityOf(offerWithCode, choice, "tickets", 1, now)).toBe(1);
  expect(maxQuantityOf(offerWithCode, choice, "tickets", 3, now)).toBe(8);
  expect(limitText(offerWithCode, choice, "tickets", 1, now)).toBe(
    "The code SUMMER can be used for 2 tickets.",
  );
  expect(limitText(offerWithCode, choice, "tickets", 3, now)).toBeNull();
});

test("the visitor's own hold does not count against the code's limit", () => {
  const held = { tickets: { 1: 1 }, extras: {} };
  const offerWithCode = offerWithHold(withPromoCode(offer, summer({ left: 0 }), held), held);
  expect(maxQuantityOf(offerWithCode, emptyChoice, "tickets", 1, now)).toBe(1);
  expect(maxQuantityOf(withPromoCode(offer, summer({ left: 0 }), null), emptyChoice, "tickets", 1, now)).toBe(
    0,
  );
});

test("the places of the visitor's hold count as available, with the code's price", () => {
  const choice = { tickets: { 1: 1 }, extras: {} };
  const hold = { choice, quote: { promoCode: "SUMMER" } } as unknown as Hold;
  const soldOut = { ...offer, tickets: [{ ...standard, currentStock: 0 }] };
  const shown = (promo: PromoCodeOffer | null) => {
    const [ticket] = ownOfferOf(soldOut, hold, promo).tickets;
    return [ticket?.price, ticket?.currentStock];
  };
  expect(shown(summer())).toEqual([2000, 1]);
  expect(shown(null)).toEqual([2500, 1]);
  expect(ownOfferOf(soldOut, null, summer()).tickets[0]).toMatchObject({ price: 2000, currentStock: 0 });
});

test("the visitor's own hold counts for the limit of its own code only", () => {
  const choice = { tickets: { 1: 1 }, extras: {} };
  const mostWith = (promoCode: string) => {
    const hold = { choice, quote: { promoCode } } as unknown as Hold;
    return maxQuantityOf(ownOfferOf(offer, hold, summer({ left: 0 })), emptyChoice, "tickets", 1, now);
  };
  expect([mostWith("SUMMER"), mostWith("WINTER")]).toEqual([1, 0]);
});

test("without its code a hidden ticket cannot be chosen", () => {
  const choice = { tickets: { 1: 1, 2: 1 }, extras: {} };
  expect(limitChoiceToOffer(withPromoCode(offer, summer(), null), choice, now)).toEqual(choice);
  expect(limitChoiceToOffer(offer, choice, now).tickets).toEqual({ 1: 1 });
});

test("a code that only opens tickets does not lower prices", () => {
  const vip = summer({ kind: "access", value: 0, tickets: [{ ...secret, priceWithCode: 9000 }] });
  const opened = withPromoCode(offer, vip, null).tickets.find(({ id }) => id === 2);
  expect(opened).toMatchObject({ price: 9000 });
  expect(opened).not.toHaveProperty("fullPrice");
});

test.each([
  [{ kind: "percent", value: 12.5 }, "12.5% off"],
  [{ kind: "amount", value: 550 }, "€5.50 off each ticket"],
  [{ kind: "access", value: 0 }, "shows tickets that are not listed"],
] as const)("the promo code %j reads %s", (promo, words) => {
  expect(promoWords(promo, "eur")).toBe(words);
});
