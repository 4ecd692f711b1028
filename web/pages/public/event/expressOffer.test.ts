import { expect, test } from "vitest";
import type { Api } from "../../../api/client.ts";
import { expressOfferOf } from "./expressOffer.ts";

const question = {
  id: 3,
  text: "Vegetarian?",
  required: true,
  ticketIds: null,
  askedOf: "guest",
  askedWhen: "purchase",
  showIf: null,
};
const programme = { id: 7, name: "Programme", description: "On paper", price: 0, currentStock: null };

function countingApi(found: { questions?: object[]; extras?: object[] } = {}) {
  const seen = { calls: 0 };
  // `expressOfferOf` makes these two calls and reads the fields above.
  const get = (async (name: string) => {
    seen.calls += 1;
    return (name === "form/getFormQuestions" ? found.questions : found.extras) ?? [];
  }) as unknown as Api["get"];
  return { api: { get }, seen };
}

const free = { id: 5, price: 0, currentStock: 40 };
const event = {
  id: 1,
  placesLeft: null,
  config: { maxTicketsPerRegistration: 6, saveAllAttendeesDetails: true, guestNamesLater: true },
};
const sale = { event, tickets: [free] };

test("visitors register on the page of a free event with one ticket, with questions and free extras", async () => {
  const forOthers = { ...question, id: 4, ticketIds: [6] };
  const { api } = countingApi({ questions: [question, forOthers], extras: [programme] });
  expect(await expressOfferOf(api, sale, {})).toEqual({
    ticketId: 5,
    maxPeople: 6,
    limitWords: "One registration can have at most 6 people.",
    everyGuest: true,
    namesLater: true,
    questions: [question],
    extras: [{ id: 7, name: "Programme", description: "On paper", max: 1000 }],
  });
});

test("an extra that costs something needs the tickets page, unless it is sold out", async () => {
  const wine = { ...programme, id: 8, price: 400, currentStock: 2 };
  expect(await expressOfferOf(countingApi({ extras: [programme, wine] }).api, sale, {})).toBeNull();
  const soldOut = countingApi({ extras: [{ ...wine, currentStock: 0 }] });
  expect(await expressOfferOf(soldOut.api, sale, {})).toMatchObject({ extras: [] });
});

test.each([
  [{ ...sale, tickets: [{ ...free, currentStock: 4 }] }, 4],
  [{ ...sale, event: { ...event, placesLeft: 3 } }, 3],
])("a registration on the event's page has no more people than places are left", async (scarceSale, max) => {
  expect(await expressOfferOf(countingApi().api, scarceSale, {})).toMatchObject({
    maxPeople: max,
    limitWords: "No more places are left.",
  });
});

test.each([
  ["there is no ticket", []],
  ["the ticket costs something", [{ ...free, price: 100 }]],
  ["there are two tickets", [free, { ...free, id: 6 }]],
])("the event's page does not register when %s, and requests nothing", async (_, tickets) => {
  const { api, seen } = countingApi();
  expect(await expressOfferOf(api, { event, tickets }, {})).toBeNull();
  expect(seen.calls).toBe(0);
});
