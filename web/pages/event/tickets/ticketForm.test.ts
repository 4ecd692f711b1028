import { describe, expect, test } from "vitest";
import { bodyOf, daysToChoose, problemsOf, type TicketValues, valuesOf } from "./ticketForm.ts";

const timeZone = "Europe/Berlin";
const filled: TicketValues = {
  title: "Early bird",
  description: "",
  price: "25.50",
  maxStock: "120",
  salesStart: "2026-06-01T09:00",
  salesEnd: "",
  taxRateId: "",
  isActive: true,
  isHidden: false,
  shared: "",
  sharedTitle: "",
  sharedPlaces: "",
  sharedWith: [],
  validDays: ["2026-06-21", "2026-06-20"],
};

test("a ticket is sent with its price in minor units and its times as instants", () => {
  expect(bodyOf(filled, { eventId: 7, ticketId: null, timeZone, currency: "eur", sharedId: null })).toEqual({
    eventId: 7,
    title: "Early bird",
    description: "",
    price: 2550,
    maxStock: 120,
    salesStart: "2026-06-01T07:00:00.000Z",
    salesEnd: null,
    isActive: true,
    isHidden: false,
    sharedCapacityId: null,
    taxRateId: null,
    validDays: ["2026-06-20", "2026-06-21"],
  });
});

test("a saved ticket is sent back unchanged", () => {
  const ticket = {
    id: 3,
    eventId: 7,
    title: "VIP",
    description: "With dinner",
    price: 9900,
    currency: "eur" as const,
    maxStock: 20,
    currentStock: 4,
    salesStart: "2026-06-01T07:00:00.000Z",
    salesEnd: null,
    isActive: false,
    sortOrder: 2,
    validDays: ["2026-06-20", "2026-06-21"],
    isHidden: true,
    sharedCapacityId: 5,
    taxRateId: 9,
    taxRate: { name: "Food", percent: 7 },
    hasWaitingList: false,
  };
  const sent = bodyOf(valuesOf(ticket, timeZone), {
    eventId: 7,
    ticketId: 3,
    timeZone,
    currency: "eur",
    sharedId: null,
  });
  expect(ticket).toMatchObject(sent);
  // `toMatchObject` would accept a body without fields, too.
  expect(Object.keys(sent)).toHaveLength(12);
});

test("a ticket gets the shared capacity that is chosen for it, or was created with it", () => {
  const options = { eventId: 7, ticketId: null, timeZone, currency: "eur" } as const;
  const sharedBy = (shared: string, sharedId: number | null) =>
    bodyOf({ ...filled, shared }, { ...options, sharedId }).sharedCapacityId;
  expect(sharedBy("5", null)).toBe(5);
  expect(sharedBy("new", 8)).toBe(8);
  // A capacity was created for it, but then none was chosen.
  expect(sharedBy("", 8)).toBeNull();
});

test("no ticked day means all days of the event", () => {
  const sent = bodyOf(
    { ...filled, validDays: [] },
    { eventId: 7, ticketId: null, timeZone, currency: "eur", sharedId: null },
  );
  expect(sent.validDays).toBeNull();
});

test("a ticket can be limited to the days of an event with several, but not of one with too many", () => {
  const event = (endDatetime: string | null) => ({
    startDatetime: "2026-06-20T18:00:00Z",
    endDatetime,
    timeZone: "Europe/Berlin",
  });
  expect(daysToChoose(event(null), [])).toEqual([]);
  expect(daysToChoose(event("2026-06-22T20:00:00Z"), [])).toEqual(["2026-06-20", "2026-06-21", "2026-06-22"]);
  // The event has moved. The ticket's days still show.
  expect(daysToChoose(event(null), ["2026-06-19"])).toEqual(["2026-06-19", "2026-06-20"]);
  // An event of more than 31 days offers none of them.
  expect(daysToChoose(event("2027-06-20T18:00:00Z"), [])).toEqual([]);
});

describe("the problems of a form", () => {
  const problems = (change: Partial<TicketValues>, taken = 0) =>
    problemsOf({ ...filled, ...change }, { timeZone, currency: "eur", taken });

  test("a valid form has no problems", () => {
    expect(problems({})).toEqual({});
    expect(problems({ price: "0" })).toEqual({});
  });

  test.each([
    [{ title: "  " }, { title: "Give the ticket a title." }],
    [{ price: "" }, { price: "Enter an amount such as 25 or 25.50; 0 is free." }],
    [{ price: "-5" }, { price: "Enter an amount such as 25 or 25.50; 0 is free." }],
    [{ maxStock: "1.5" }, { maxStock: "Enter how many there are, as a whole number." }],
    [{ salesEnd: "2026-05-31T09:00" }, { salesEnd: "Sales cannot end before they start." }],
  ])("a form with %j is refused at its field", (change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  test("a new shared capacity without a name or with too few places is refused", () => {
    const shared = { shared: "new", sharedTitle: "Hall", sharedPlaces: "20" };
    expect(problems(shared, 20)).toEqual({});
    expect(Object.keys(problems({ ...shared, sharedTitle: " ", sharedPlaces: "x" }))).toEqual([
      "sharedTitle",
      "sharedPlaces",
    ]);
    expect(Object.keys(problems({ ...shared, maxStock: "50" }, 21))).toEqual(["sharedPlaces"]);
    expect(problems({ sharedTitle: "", sharedPlaces: "x" })).toEqual({});
  });

  test("a stock below the sold and held tickets is refused", () => {
    expect(problems({ maxStock: "11" }, 12)).toEqual({
      maxStock: "12 are sold or held, so there cannot be fewer.",
    });
    expect(problems({ maxStock: "12" }, 12)).toEqual({});
  });
});
