import { expect, test } from "vitest";
import { ApiError } from "../../../api/apiError.ts";
import { sampleEvent } from "../../../event/sample.ts";
import { createDraftStore } from "../../../sale/draftStore.ts";
import type { OwnWaitingEntry } from "./load.ts";
import { takeOffer } from "./takeOffer.ts";

const noon = Date.parse("2030-06-01T12:00:00Z");
const at = (ms: number) => new Date(noon + ms).toISOString();
const hour = 3_600_000;

/** Two places held for Nora for a day. */
function offerWith(part: Partial<OwnWaitingEntry> = {}): OwnWaitingEntry {
  return {
    entry: {
      id: 5,
      eventId: 1,
      ticketId: 11,
      ticketTitle: "Balcony",
      places: 2,
      name: "Nora Field",
      email: "nora@example.org",
      state: "offered",
      offeredUntil: at(24 * hour),
      createdAt: at(-hour),
    },
    position: null,
    totalAmount: 0,
    offer: { registrationId: 7, accessKey: "key-of-7", expiresAt: at(24 * hour) },
    taken: null,
    closedBecause: null,
    event: sampleEvent(),
    now: at(0),
    ...part,
  };
}

const items = [{ kind: "ticket" as const, refId: 11, title: "Balcony", unitPrice: 0, quantity: 2, total: 0 }];
const quote = {
  items,
  subtotal: 0,
  tax: 0,
  totalAmount: 0,
  currency: "eur" as const,
  promoCode: null,
  discount: 0,
};

/** A browser whose clock is an hour slow. */
function createBrowser({ release = "works" as "works" | "fails" } = {}) {
  const requests: string[] = [];
  const entries = new Map<string, string>();
  const store = createDraftStore(
    "gala",
    {
      getItem: (name) => entries.get(name) ?? null,
      setItem: (name, text) => void entries.set(name, text),
      removeItem: (name) => void entries.delete(name),
    },
    () => noon,
  );
  type TakeOfferParts = Parameters<typeof takeOffer>[1];
  const get = async (name: string) => {
    requests.push(name);
    return { registration: { expiresAt: at(24 * hour) }, quote };
  };
  const post = async (name: string, body: { registrationId: number }) => {
    requests.push(`${name} ${body.registrationId}`);
    if (release === "fails") throw new ApiError({ status: 503, code: "busy", msg: "Busy", payload: null });
    return {};
  };
  const parts: TakeOfferParts = {
    api: {
      get: get as unknown as TakeOfferParts["api"]["get"],
      post: post as unknown as TakeOfferParts["api"]["post"],
    },
    store,
    clocks: { wallMs: () => noon - hour, monotonicMs: () => 0 },
  };
  return { requests, store, parts };
}

test("an offer becomes the hold of the browser that takes it", async () => {
  const { store, parts } = createBrowser();
  expect(await takeOffer(offerWith(), parts)).toBe(true);
  const { hold, people } = store.get();
  expect(hold).toMatchObject({
    registrationId: 7,
    accessKey: "key-of-7",
    expiresAt: at(24 * hour),
    skewMs: hour,
    choice: { tickets: { 11: 2 }, extras: {} },
    isOffer: true,
  });
  expect(people.buyer).toMatchObject({ name: "Nora Field", email: "nora@example.org" });
  expect(people.attendees).toHaveLength(2);
});

test("accepting an offer again keeps the typed values", async () => {
  const { requests, store, parts } = createBrowser();
  await takeOffer(offerWith(), parts);
  const { people } = store.get();
  store.dispatch({ type: "typed", people: { ...people, buyer: { ...people.buyer, name: "Nora F." } } });
  expect(await takeOffer(offerWith(), parts)).toBe(true);
  expect(store.get().people.buyer.name).toBe("Nora F.");
  expect(requests).toEqual(["registration/getRegistration"]);
});

test.each(["works", "fails"] as const)(
  "an offer replaces another hold of this browser, whose release %s",
  async (release) => {
    const { requests, store, parts } = createBrowser({ release });
    await takeOffer(offerWith({ offer: { registrationId: 3, accessKey: "k", expiresAt: at(hour) } }), parts);
    expect(await takeOffer(offerWith(), parts)).toBe(true);
    expect(requests).toContain("registration/releaseHold 3");
    expect(store.get().hold?.registrationId).toBe(7);
  },
);

test("without an offer nothing is accepted or requested", async () => {
  const { requests, store, parts } = createBrowser();
  expect(await takeOffer(offerWith({ offer: null }), parts)).toBe(false);
  expect([requests, store.get().hold]).toEqual([[], null]);
});
