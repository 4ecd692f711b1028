import { describe, expect, test } from "vitest";
import type { Event } from "../../contract/shapes/event.ts";
import type { Ticket } from "../../contract/shapes/ticket.ts";
import { offersOf, priceRange, saleOpening, taxWords } from "./saleOffer.ts";
import { sampleEvent, sampleTicket } from "./sample.ts";

const ticket = (price: number) => ({ price, currency: "usd" as const });
const untaxed = { taxType: "percent", taxAmount: 0, pricesIncludeTax: false, currency: "usd" } as const;

test.each([
  [[], null],
  [[ticket(0)], "Free"],
  [[ticket(2500)], "$25"],
  [[ticket(2500), ticket(2500)], "$25"],
  [[ticket(4000), ticket(2550)], "From $25.50"],
  [[ticket(4000), ticket(0)], "Free – $40"],
  [[ticket(0), ticket(2000), ticket(4050)], "Free – $40.50"],
  [
    [
      { price: 89_000, currency: "thb" as const },
      { price: 99_000, currency: "thb" as const },
    ],
    "From THB\u00a0890",
  ],
])("the price of %j reads %s", (tickets, words) => {
  expect(priceRange(untaxed, tickets)).toBe(words);
});

test("a price without its tax is shown with the words plus tax", () => {
  const taxed = { ...untaxed, taxAmount: 7.5 };
  expect(priceRange(taxed, [ticket(2500)])).toBe("$25 plus tax");
  expect(priceRange(taxed, [ticket(4000), ticket(2500)])).toBe("From $25 plus tax");
  expect(priceRange(taxed, [ticket(0), ticket(2500)])).toBe("Free – $25 plus tax");
  expect(priceRange(taxed, [ticket(0)])).toBe("Free");
  expect(priceRange({ ...taxed, pricesIncludeTax: true }, [ticket(2500)])).toBe("$25");
  const food = { ...ticket(2500), taxRate: { name: "Food", percent: 7 } };
  expect(priceRange(untaxed, [food])).toBe("$25 plus tax");
});

test("tax is mentioned if something is taxed", () => {
  const percent = { taxType: "percent", taxAmount: 7.5, pricesIncludeTax: false, currency: "usd" } as const;
  const fixed = { taxType: "fixed", taxAmount: 150, pricesIncludeTax: false, currency: "eur" } as const;
  expect(taxWords(percent, [ticket(100)])).toBe("Plus tax (7.5%).");
  expect(taxWords(fixed, [ticket(100)])).toBe("Plus €1.50 tax on each order.");
  expect(taxWords(percent, [ticket(0)])).toBeNull();
  const food = { ...ticket(100), taxRate: { name: "Food", percent: 7 } };
  expect(taxWords(percent, [food])).toBe("Plus tax (7%).");
  expect(taxWords(percent, [food, ticket(100)])).toBe("Plus tax.");
  expect(taxWords({ ...percent, pricesIncludeTax: true }, [food, ticket(100)])).toBe("Prices include tax.");
  expect(taxWords(percent, [food, ticket(0)])).toBe("Plus tax (7%).");
  expect(taxWords({ ...percent, taxAmount: 0 }, [ticket(100)])).toBeNull();
  const exempt = { ...ticket(100), taxRate: { name: "Exempt", percent: 0 } };
  expect(taxWords({ ...percent, taxAmount: 0 }, [exempt, ticket(100)])).toBeNull();
  expect(taxWords({ ...percent, taxAmount: 7 }, [food, ticket(100)])).toBe("Plus tax (7%).");
  expect(taxWords({ ...percent, pricesIncludeTax: true }, [ticket(100)])).toBe("Prices include tax (7.5%).");
  expect(taxWords({ ...fixed, pricesIncludeTax: true }, [ticket(100)])).toBe(
    "Prices include €1.50 tax in each order.",
  );
});

describe("the list of tickets", () => {
  const now = new Date("2030-06-01T00:00:00Z");
  const notes = (event: Event, ...tickets: Ticket[]) => offersOf(event, tickets, now).map(({ note }) => note);

  test("the list shows the places left of each ticket, limited by the places of the event", () => {
    expect(notes(sampleEvent(), sampleTicket(), sampleTicket({ currentStock: 3 }))).toEqual([
      "40 left",
      "Only 3 left",
    ]);
    expect(notes(sampleEvent({ placesLeft: 7 }), sampleTicket())).toEqual(["Only 7 left"]);
  });

  test("only a sold-out ticket links to its waiting list", () => {
    const links = (event: Event, ...tickets: Ticket[]) =>
      offersOf(event, tickets, now).map(({ hasWaitingList }) => hasWaitingList);
    const soldOut = sampleTicket({ currentStock: 0, hasWaitingList: true });
    expect(links(sampleEvent(), soldOut, sampleTicket(), { ...soldOut, hasWaitingList: false })).toEqual([
      true,
      false,
      false,
    ]);
    expect(links(sampleEvent({ cancelledAt: "2030-05-01T00:00:00.000Z" }), soldOut)).toEqual([false]);
  });

  test("all prices show cents if one of them has cents", () => {
    const prices = (...amounts: number[]) =>
      offersOf(
        sampleEvent(),
        amounts.map((price) => sampleTicket({ price, currency: "usd" })),
        now,
      ).map(({ price }) => price);
    expect(prices(2500, 150, 0)).toEqual(["$25.00", "$1.50", "Free"]);
    expect(prices(2500, 100)).toEqual(["$25", "$1"]);
  });

  test("places left are not shown if the club does not want it", () => {
    const event = sampleEvent();
    event.config.showTicketsLeft = false;
    expect(notes(event, sampleTicket())).toEqual([null]);
  });

  test("a ticket that cannot be bought shows why, if other tickets can be bought", () => {
    expect(notes(sampleEvent(), sampleTicket(), sampleTicket({ currentStock: 0 }))).toEqual([
      "40 left",
      "Sold out",
    ]);
  });

  test("tickets do not repeat a reason that applies to the whole event", () => {
    const soldOut = sampleTicket({ currentStock: 0 });
    expect(offersOf(sampleEvent(), [soldOut, soldOut], now)).toMatchObject([
      { note: null, isClosed: true },
      { note: null, isClosed: true },
    ]);
  });
});

test("sales open at the next start of a ticket's sale, and not before the event's own start of sales", () => {
  const event = sampleEvent();
  const tickets = [
    sampleTicket({ salesStart: "2030-03-01T00:00:00Z" }),
    sampleTicket({ salesStart: "2030-02-01T00:00:00Z" }),
  ];
  const opening = (day: string) => saleOpening(event, tickets, new Date(day)).salesStart;
  expect(opening("2030-01-01")).toBe("2030-02-01T00:00:00Z");
  // The sale of the ticket that opened first may have ended already.
  expect(opening("2030-02-15")).toBe("2030-03-01T00:00:00Z");
  expect(opening("2030-03-15")).toBeNull();
  event.config.salesStart = "2030-04-01T00:00:00Z";
  expect(saleOpening(event, [], new Date("2030-02-15")).salesStart).toBe("2030-04-01T00:00:00Z");
  expect(opening("2030-02-15")).toBe("2030-04-01T00:00:00Z");
  event.config.salesStart = "2030-01-15T00:00:00Z";
  expect(opening("2030-01-20")).toBe("2030-02-01T00:00:00Z");
  expect(opening("2030-01-01")).toBe("2030-02-01T00:00:00Z");
  expect(saleOpening(sampleEvent(), [sampleTicket()], new Date()).salesStart).toBeNull();
});

test("a ticket whose sale starts later than the first shows its own start", () => {
  const tickets = ["2030-02-01T00:00:00Z", "2030-03-01T00:00:00Z"].map((salesStart) =>
    sampleTicket({ salesStart }),
  );
  const notes = offersOf(sampleEvent(), tickets, new Date("2030-01-01")).map(({ note }) => note);
  expect(notes).toEqual([null, expect.stringMatching(/^On sale from /)]);
});
