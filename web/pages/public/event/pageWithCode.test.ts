import { expect, test } from "vitest";
import type { PromoCodeOffer } from "../../../../contract/shapes/promoCode.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import type { EventPage } from "../../../event/eventPage.ts";
import { sampleEvent, sampleTicket } from "../../../event/sample.ts";
import { previewPageOf } from "../../event/edit/previewPage.ts";
import { pageWithCode } from "./pageWithCode.ts";

const now = new Date("2030-06-01T00:00:00Z");
const standard = sampleTicket({ id: 1, title: "Standard", price: 2500, sortOrder: 1 });
const secret = sampleTicket({ id: 2, title: "Backstage", price: 9000, sortOrder: 0, isHidden: true });

const page = (tickets: Ticket[], part: Partial<EventPage> = {}): EventPage => ({
  ...previewPageOf(sampleEvent({ taxAmount: 7 }), tickets, now),
  isSelling: true,
  ...part,
});

const code = (...tickets: PromoCodeOffer["tickets"]): PromoCodeOffer => ({
  code: "SUMMER",
  kind: "percent",
  value: 10,
  left: null,
  endsAt: null,
  tickets,
});

test("tickets show their prices with and without the code, all with cents if one has cents", () => {
  const child = sampleTicket({ id: 3, title: "Child", price: 1000, sortOrder: 2 });
  const shown = pageWithCode(page([standard, child]), code({ ...standard, priceWithCode: 2250 }), now);
  expect(shown.offers.map(({ title, price, fullPrice }) => [title, price, fullPrice])).toEqual([
    ["Standard", "€22.50", "€25.00"],
    ["Child", "€10.00", undefined],
  ]);
  expect(shown.price).toBe("From €10 plus tax");
});

test("a hidden ticket appears in its order, and opens the sale of an event without other tickets", () => {
  const both = pageWithCode(page([standard]), code({ ...secret, priceWithCode: 8100 }), now);
  expect(both.offers.map(({ title }) => title)).toEqual(["Backstage", "Standard"]);

  const closed = page([]);
  expect(closed).toMatchObject({ state: "notActive", stateWords: { title: "Not on sale" } });
  expect(pageWithCode(closed, code({ ...secret, priceWithCode: 8100 }), now)).toMatchObject({
    state: "onSale",
    stateWords: null,
    price: "€81 plus tax",
    tax: "Plus tax (7%).",
  });
});

test("a hidden ticket that is sold out does not open the sale, and is shown as sold out", () => {
  const sold = { ...secret, currentStock: 0, priceWithCode: 8100 };
  const shown = pageWithCode(page([]), code(sold), now);
  expect(shown.state).toBe("notActive");
  expect(shown.offers).toMatchObject([{ title: "Backstage", note: "Sold out", isClosed: true }]);
});

test("if a code adds a ticket, the event's page no longer has the form for its only ticket", () => {
  const free = sampleTicket({ price: 0 });
  const offer = {
    ticketId: 1,
    maxPeople: 6,
    limitWords: "",
    everyGuest: true,
    namesLater: false,
    questions: [],
    extras: [],
  };
  const express = page([free], { express: offer });
  expect(pageWithCode(express, code({ ...free, priceWithCode: 0 }), now).express).toBe(offer);
  expect(pageWithCode(express, code({ ...secret, priceWithCode: 0 }), now).express).toBeNull();
  const onlyTicket = { id: standard.id, max: 6, limitWords: "" };
  const paid = page([standard], { onlyTicket });
  expect(pageWithCode(paid, code({ ...standard, priceWithCode: 2250 }), now).onlyTicket).toBe(onlyTicket);
  expect(pageWithCode(paid, code({ ...secret, priceWithCode: 0 }), now).onlyTicket).toBeNull();
});

test("without a code the page is unchanged", () => {
  const shown = page([standard]);
  expect(pageWithCode(shown, null, now)).toBe(shown);
});
