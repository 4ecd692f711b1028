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
const firstChoice: Choice = { tickets: { 1: 2 }, extras: {} };
const otherChoice: Choice = { tickets: { 1: 1, 2: 1 }, extras: { 8: 1 } };

interface SentRequest {
  name: string;
  body: unknown;
  key: string | undefined;
}

/** A server that grants each request once per key, unless a failure is queued. */
function createServer() {
  const requests: SentRequest[] = [];
  const failures: unknown[] = [];
  const holds = new Map<string, number>();
  let nowMs = noon;
  const nameOf = keyNames();
  const entries = new Map<string, string>();
  const store = createDraftStore(
    "gala",
    {
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
  let state = "held";
  const get = async (name: string) => {
    requests.push({ name, body: null, key: undefined });
    if (state === "lost") throw refusal("noAnswer");
    return { registration: { state }, order: null };
  };
  const parts: TakeHoldParts = {
    api: {
      post: post as unknown as TakeHoldParts["api"]["post"],
      get: get as unknown as TakeHoldParts["api"]["get"],
    },
    store,
    event: { id: 5, config: { saveAllAttendeesDetails: true } as TakeHoldParts["event"]["config"] },
    clocks: { wallMs: () => nowMs, monotonicMs: () => nowMs },
  };
  return {
    requests,
    holds,
    store,
    parts,
    fail: (failure: unknown) => failures.push(failure),
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** "lost" means no answer. */
    setState: (next: string) => {
      state = next;
    },
  };
}

const summer = {
  code: "SUMMER",
  kind: "percent",
  value: 20,
  left: null,
  endsAt: null,
  tickets: [{ ...sampleTicket({ id: 1 }), priceWithCode: 2000 }],
} as const satisfies PromoCodeOffer;

const refusal = (code: Code | "noAnswer", payload: unknown = null) =>
  new ApiError({ status: code === "noAnswer" ? 0 : 409, code, msg: `It is ${code}.`, payload });

test("a choice is held with a key, and the same choice continues that hold", async () => {
  const { requests, store, parts } = createServer();
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(store.get().hold).toMatchObject({ registrationId: 1, accessKey: "key-of-1", choice: firstChoice });
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    key: "key1",
    body: { eventId: 5, tickets: [{ ticketId: 1, quantity: 2 }] },
  });
});

test("another choice releases the first hold before it takes its own", async () => {
  const { requests, store, parts } = createServer();
  await takeHold(firstChoice, parts);
  await takeHold(otherChoice, parts);
  expect(requests.map(({ name }) => name)).toEqual([
    "registration/initRegistration",
    "registration/releaseHold",
    "registration/initRegistration",
  ]);
  expect(requests[1]?.body).toEqual({ registrationId: 1, accessKey: "key-of-1" });
  expect(store.get().hold?.registrationId).toBe(2);
});

test("an offer from the waiting list is not released for another choice", async () => {
  const { requests, store, parts } = createServer();
  await takeHold(firstChoice, parts);
  const hold = store.get().hold!;
  store.dispatch({ type: "held", namesFor: "everyTicket", hold: { ...hold, isOffer: true } });
  requests.length = 0;
  expect(await takeHold(otherChoice, parts)).toMatchObject({
    kind: "refused",
    msg: expect.stringContaining("waiting list"),
  });
  expect([requests, store.get().hold?.registrationId]).toEqual([[], hold.registrationId]);
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  store.dispatch({ type: "codeChanged", promo: summer });
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
});

test("a request repeated after a lost reply gives the same hold", async () => {
  const { requests, fail, holds, store, parts } = createServer();
  fail(refusal("noAnswer"));
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "refused", msg: "It is noAnswer." });
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(requests.map(({ key }) => key)).toEqual(["key1", "key1"]);
  expect(holds.size).toBe(1);
  expect(store.get().asking).toBeNull();
});

test("after a lost reply, another choice is requested with a new key", async () => {
  const { requests, fail, parts } = createServer();
  fail(refusal("noAnswer"));
  await takeHold(firstChoice, parts);
  await takeHold(otherChoice, parts);
  expect(requests.map(({ key }) => key)).toEqual(["key1", "key2"]);
});

test("when too few tickets are left, the choice is corrected and each such ticket type has a message", async () => {
  const { fail, store, parts } = createServer();
  fail(refusal("notEnoughLeft", { available: { 1: 0, 2: 5 } }));
  const outcome = await takeHold({ tickets: { 1: 2, 2: 1 }, extras: {} }, parts);
  expect(outcome).toEqual({
    kind: "short",
    msg: "It is notEnoughLeft.",
    tickets: { 1: "These were just sold out." },
    extras: {},
  });
  expect(store.get()).toMatchObject({ choice: { tickets: { 2: 1 } }, hold: null, asking: null });
});

test("when not enough of an extra is left, the extra has a message", async () => {
  const { fail, store, parts } = createServer();
  fail(refusal("notEnoughLeft", { availableExtras: { 8: 1 } }));
  const outcome = await takeHold({ tickets: { 1: 1 }, extras: { 8: 3 } }, parts);
  expect(outcome).toMatchObject({
    kind: "short",
    extras: { 8: "Only 1 left: we changed your choice to 1." },
  });
  expect(store.get().choice).toEqual({ tickets: { 1: 1 }, extras: { 8: 1 } });
});

test("a closed sale shows the server's message, and the choice stays", async () => {
  const { fail, store, parts } = createServer();
  fail(refusal("salesClosed"));
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "refused", msg: "It is salesClosed." });
  expect(store.get().choice).toEqual(firstChoice);
});

const heldRequest = "registration/initRegistration";
const stateRequest = "registration/getRegistration";
const releaseRequest = "registration/releaseHold";

test("after a hold has expired, a new one is requested", async () => {
  const { requests, pass, setState, store, parts } = createServer();
  await takeHold(firstChoice, parts);
  pass(900_000);
  setState("expired");
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(requests.map(({ name }) => name)).toEqual([heldRequest, stateRequest, heldRequest]);
  expect(store.get().hold?.registrationId).toBe(2);
});

test("a hold that was paid before its time ran out leads to the purchase, and nothing else is held", async () => {
  const { requests, pass, setState, store, parts } = createServer();
  await takeHold(firstChoice, parts);
  store.dispatch({ type: "paying" });
  pass(900_000);
  setState("active");
  expect(await takeHold(otherChoice, parts)).toEqual({ kind: "alreadyPaid" });
  expect(store.get()).toMatchObject({ hold: null, bought: { registrationId: 1, accessKey: "key-of-1" } });
  expect(requests.map(({ name }) => name)).toEqual([heldRequest, stateRequest]);
});

test.each(["pending", "lost"])(
  "while the payment of an earlier hold may succeed (%s), the buyer gets no other hold",
  async (state) => {
    const { fail, requests, pass, setState, store, parts } = createServer();
    await takeHold(firstChoice, parts);
    store.dispatch({ type: "paying" });
    pass(900_000);
    setState(state);
    fail(refusal(state === "lost" ? "noAnswer" : "busy"));
    const { hold } = store.get();
    expect(await takeHold(firstChoice, parts)).toMatchObject({ kind: "refused" });
    expect(requests.map(({ name }) => name)).toEqual([heldRequest, stateRequest, releaseRequest]);
    expect(store.get()).toMatchObject({ hold, paying: true });
    // The server has stopped the unpaid payment.
    expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
    expect(store.get().hold?.registrationId).toBe(2);
  },
);

test("without an answer about an earlier hold that nobody has paid, a new one is requested", async () => {
  const { fail, pass, setState, store, parts } = createServer();
  await takeHold(firstChoice, parts);
  pass(900_000);
  setState("lost");
  fail(refusal("noAnswer"));
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(store.get().hold?.registrationId).toBe(2);
});

test("another choice after another tab has paid leads to the purchase", async () => {
  const { requests, fail, store, parts } = createServer();
  await takeHold(firstChoice, parts);
  fail(refusal("alreadyPaid"));
  expect(await takeHold(otherChoice, parts)).toEqual({ kind: "alreadyPaid" });
  expect(store.get()).toMatchObject({ hold: null, bought: { registrationId: 1, accessKey: "key-of-1" } });
  expect(requests).toHaveLength(2);
});

test("a code is sent if it covers chosen tickets, and the same choice without it makes a new hold", async () => {
  const { requests, store, parts } = createServer();
  const sentCodes = () =>
    requests.flatMap(({ name, body }) =>
      name === "registration/initRegistration" ? [Reflect.get(Object(body), "promoCode")] : [],
    );
  store.dispatch({ type: "codeChanged", promo: { ...summer, tickets: [...summer.tickets] } });
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(sentCodes()).toEqual(["SUMMER"]);

  store.dispatch({ type: "codeChanged", promo: null });
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "held" });
  expect(sentCodes()).toEqual(["SUMMER", undefined]);
  expect(requests.map(({ name }) => name)).toContain("registration/releaseHold");
});

test("a code that covers nothing of the choice is not sent", async () => {
  const { requests, store, parts } = createServer();
  const tickets = [{ ...sampleTicket({ id: 3 }), priceWithCode: 2000 }];
  store.dispatch({ type: "codeChanged", promo: { ...summer, tickets } });
  await takeHold(firstChoice, parts);
  expect(requests[0]?.body).not.toHaveProperty("promoCode");
});

test("after a lost answer the same choice with a code is another request", async () => {
  const { requests, fail, store, parts } = createServer();
  fail(refusal("noAnswer"));
  await takeHold(firstChoice, parts);
  store.dispatch({ type: "codeChanged", promo: { ...summer, tickets: [...summer.tickets] } });
  await takeHold(firstChoice, parts);
  expect(requests.map(({ key }) => key)).toEqual(["key1", "key2"]);
});

test("a refused code has its own message, and the choice stays", async () => {
  const { fail, store, parts } = createServer();
  store.dispatch({ type: "codeChanged", promo: { ...summer, tickets: [...summer.tickets] } });
  const fields = [{ path: "promoCode", message: "is not known for this event" }];
  fail(refusal("soldOut", { fields, promoCodeLeft: 0 }));
  expect(await takeHold(firstChoice, parts)).toEqual({ kind: "codeRefused", msg: "It is soldOut." });
  expect(store.get()).toMatchObject({ choice: firstChoice, asking: null, hold: null });
  fail(refusal("invalidInput", { fields }));
  expect(await takeHold(firstChoice, parts)).toEqual({
    kind: "codeRefused",
    msg: "The code is not known for this event.",
  });
});
