import { expect, test } from "vitest";
import type { Code } from "../../../contract/endpoint.ts";
import type { PromoCodeOffer } from "../../../contract/shapes/promoCode.ts";
import { keyNames } from "../../act/keyNames.fixture.ts";
import { ApiError } from "../../api/apiError.ts";
import { sampleTicket } from "../../event/sample.ts";
import type { Choice } from "../choice.ts";
import { createDraftStore } from "../draftStore.ts";
import { type TakeHoldParts, takeHold } from "../takeHold.ts";

const noon = Date.parse("2026-12-12T12:00:00Z");
const one: Choice = { tickets: { 1: 2 }, extras: {} };
const other: Choice = { tickets: { 1: 1, 2: 1 }, extras: { 8: 1 } };

interface Asked {
  name: string;
  body: unknown;
  key: string | undefined;
}

/** A server that grants each request once per key, unless it is told to fail. */
function desk() {
  const requests: Asked[] = [];
  const failures: unknown[] = [];
  const holds = new Map<string, number>();
  let nowMs = noon;
  const nameOf = keyNames();
  const entries = new Map<string, string>();
  const store = createDraftStore(
    "gala",
    {
      length: 0,
      key: () => null,
      getItem: (name) => entries.get(name) ?? null,
      setItem: (name, text) => void entries.set(name, text),
      removeItem: (name) => void entries.delete(name),
    },
    () => nowMs,
  );
  const post = async (name: string, body: unknown, options?: { idempotencyKey?: string }) => {
    requests.push({ name, body, key: nameOf(options?.idempotencyKey) });
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    if (name === "registration/releaseHold") return { registration: {} };
    const key = options?.idempotencyKey ?? "";
    const promoCode: unknown = Reflect.get(Object(body), "promoCode") ?? null;
    const id = holds.get(key) ?? holds.size + 1;
    holds.set(key, id);
    return {
      registration: {
        registrationId: id,
        createdAt: new Date(nowMs).toISOString(),
        expiresAt: new Date(nowMs + 900_000).toISOString(),
      },
      accessKey: `key-of-${id}`,
      quote: { items: [], subtotal: 0, tax: 0, totalAmount: 0, currency: "eur", promoCode, discount: 0 },
    };
  };
  const taking: TakeHoldParts = {
    api: { post: post as unknown as TakeHoldParts["api"]["post"] },
    store,
    event: { id: 5, config: { saveAllAttendeesDetails: true } as TakeHoldParts["event"]["config"] },
    clocks: { wallMs: () => nowMs, monotonicMs: () => nowMs },
  };
  return {
    asked: requests,
    holds,
    store,
    taking,
    fail: (failure: unknown) => failures.push(failure),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** The offer of a code that covers ticket 1. */
const summer = {
  code: "SUMMER",
  kind: "percent",
  value: 20,
  left: null,
  endsAt: null,
  tickets: [{ ...sampleTicket({ id: 1 }), priceWithCode: 2000 }],
} as const satisfies PromoCodeOffer;

const refused = (code: Code | "noAnswer", payload: unknown = null) =>
  new ApiError({ status: code === "noAnswer" ? 0 : 409, code, msg: `It is ${code}.`, payload });

test("a choice is held under a key, and the same choice goes on with that hold", async () => {
  const { asked, store, taking } = desk();
  expect(await takeHold(one, taking)).toEqual({ kind: "held" });
  expect(store.get().hold).toMatchObject({ registrationId: 1, accessKey: "key-of-1", choice: one });
  expect(await takeHold(one, taking)).toEqual({ kind: "held" });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    key: "key1",
    body: { eventId: 5, tickets: [{ ticketId: 1, quantity: 2 }] },
  });
});

test("another choice gives the first hold back before it takes its own", async () => {
  const { asked, store, taking } = desk();
  await takeHold(one, taking);
  await takeHold(other, taking);
  expect(asked.map(({ name }) => name)).toEqual([
    "registration/initRegistration",
    "registration/releaseHold",
    "registration/initRegistration",
  ]);
  expect(asked[1]?.body).toEqual({ registrationId: 1, accessKey: "key-of-1" });
  expect(store.get().hold?.registrationId).toBe(2);
});

test("an offer from the waiting list is not given back for another choice", async () => {
  const { asked, store, taking } = desk();
  await takeHold(one, taking);
  const hold = store.get().hold!;
  store.happen({ type: "held", namesFor: "everyTicket", hold: { ...hold, isOffer: true } });
  asked.length = 0;
  expect(await takeHold(other, taking)).toMatchObject({
    kind: "refused",
    msg: expect.stringContaining("waiting list"),
  });
  expect([asked, store.get().hold?.registrationId]).toEqual([[], hold.registrationId]);
  expect(await takeHold(one, taking)).toEqual({ kind: "held" });
});

test("a lost reply asked for again gives the same hold", async () => {
  const { asked, fail, holds, store, taking } = desk();
  fail(refused("noAnswer"));
  expect(await takeHold(one, taking)).toEqual({ kind: "refused", msg: "It is noAnswer." });
  expect(await takeHold(one, taking)).toEqual({ kind: "held" });
  expect(asked.map(({ key }) => key)).toEqual(["key1", "key1"]);
  expect(holds.size).toBe(1);
  expect(store.get().asking).toBeNull();
});

test("a lost reply is not what another choice gets", async () => {
  const { asked, fail, taking } = desk();
  fail(refused("noAnswer"));
  await takeHold(one, taking);
  await takeHold(other, taking);
  expect(asked.map(({ key }) => key)).toEqual(["key1", "key2"]);
});

test("when not enough is left the choice is corrected and each ticket says so", async () => {
  const { fail, store, taking } = desk();
  fail(refused("notEnoughLeft", { available: { 1: 0, 2: 5 } }));
  const outcome = await takeHold({ tickets: { 1: 2, 2: 1 }, extras: {} }, taking);
  expect(outcome).toEqual({
    kind: "short",
    msg: "It is notEnoughLeft.",
    tickets: { 1: "These were just sold out." },
    extras: {},
  });
  expect(store.get()).toMatchObject({ choice: { tickets: { 2: 1 } }, hold: null, asking: null });
});

test("an extra that fell short is named as well", async () => {
  const { fail, store, taking } = desk();
  fail(refused("notEnoughLeft", { availableExtras: { 8: 1 } }));
  const outcome = await takeHold({ tickets: { 1: 1 }, extras: { 8: 3 } }, taking);
  expect(outcome).toMatchObject({
    kind: "short",
    extras: { 8: "Only 1 left: we changed your choice to that." },
  });
  expect(store.get().choice).toEqual({ tickets: { 1: 1 }, extras: { 8: 1 } });
});

test("a closed sale is told in the server's words and the choice stays", async () => {
  const { fail, store, taking } = desk();
  fail(refused("salesClosed"));
  expect(await takeHold(one, taking)).toEqual({ kind: "refused", msg: "It is salesClosed." });
  expect(store.get().choice).toEqual(one);
});

test("a hold that has run out is not given back but simply asked for anew", async () => {
  const { asked, pass, store, taking } = desk();
  await takeHold(one, taking);
  pass(900_000);
  await takeHold(one, taking);
  expect(asked.map(({ key }) => key)).toEqual(["key1", "key2"]);
  expect(store.get().hold?.registrationId).toBe(2);
});

test("choosing again after another tab has paid leads to what was bought", async () => {
  const { asked, fail, store, taking } = desk();
  await takeHold(one, taking);
  fail(refused("alreadyPaid"));
  expect(await takeHold(other, taking)).toEqual({ kind: "alreadyPaid" });
  expect(store.get()).toMatchObject({ hold: null, bought: { registrationId: 1, accessKey: "key-of-1" } });
  expect(asked).toHaveLength(2);
});

test("a code goes with what it covers, and with another code, or none, the places are taken anew", async () => {
  const { asked, store, taking } = desk();
  const sentCodes = () =>
    asked.flatMap(({ name, body }) =>
      name === "registration/initRegistration" ? [Reflect.get(Object(body), "promoCode")] : [],
    );
  store.happen({ type: "coded", promo: { ...summer, tickets: [...summer.tickets] } });
  expect(await takeHold(one, taking)).toEqual({ kind: "held" });
  expect(await takeHold(one, taking)).toEqual({ kind: "held" });
  expect(sentCodes()).toEqual(["SUMMER"]);

  store.happen({ type: "coded", promo: null });
  expect(await takeHold(one, taking)).toEqual({ kind: "held" });
  expect(sentCodes()).toEqual(["SUMMER", undefined]);
  expect(asked.map(({ name }) => name)).toContain("registration/releaseHold");
});

test("a code that covers nothing of the choice is not sent", async () => {
  const { asked, store, taking } = desk();
  store.happen({ type: "coded", promo: { ...summer, tickets: [] } });
  await takeHold(one, taking);
  expect(asked[0]?.body).not.toHaveProperty("promoCode");
});

test("after a lost answer the same choice with another code is another request", async () => {
  const { asked, fail, store, taking } = desk();
  fail(refused("noAnswer"));
  await takeHold(one, taking);
  store.happen({ type: "coded", promo: { ...summer, tickets: [...summer.tickets] } });
  await takeHold(one, taking);
  expect(asked.map(({ key }) => key)).toEqual(["key1", "key2"]);
});

test("what the server refuses of a code is said of the code, and the choice stays", async () => {
  const { fail, store, taking } = desk();
  store.happen({ type: "coded", promo: { ...summer, tickets: [...summer.tickets] } });
  const fields = [{ path: "promoCode", message: "is not known for this event" }];
  fail(refused("soldOut", { fields, promoCodeLeft: 0 }));
  expect(await takeHold(one, taking)).toEqual({ kind: "codeRefused", msg: "It is soldOut." });
  expect(store.get()).toMatchObject({ choice: one, asking: null, hold: null });
  fail(refused("invalidInput", { fields }));
  expect(await takeHold(one, taking)).toEqual({
    kind: "codeRefused",
    msg: "The code is not known for this event.",
  });
});
