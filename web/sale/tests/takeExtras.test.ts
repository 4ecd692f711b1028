import { expect, test } from "vitest";
import type { Code } from "../../../contract/endpoint.ts";
import { keyNames } from "../../act/keyNames.fixture.ts";
import { ApiError } from "../../api/apiError.ts";
import type { Choice } from "../choice.ts";
import { createExtrasDraft } from "../extrasDraft.ts";
import { askWhetherPaid, reserveExtras } from "../takeExtras.ts";

const noon = Date.parse("2026-12-12T12:00:00Z");
const owner = { registrationId: 7, accessKey: "k".repeat(22) };
const two: Choice = { tickets: {}, extras: { 5: 2 } };

/** The server gives the answers in `queued`, and then successes. */
function openTab() {
  const requests: { body: object; key: string | undefined }[] = [];
  const queued: unknown[] = [];
  let nowMs = noon;
  const shortKeyOf = keyNames();
  const saved = new Map<string, string>();
  const storage = {
    getItem: (name: string) => saved.get(name) ?? null,
    setItem: (name: string, text: string) => void saved.set(name, text),
  };
  const store = createExtrasDraft(owner.registrationId, storage);
  const post = async (_name: string, body: object, options?: { idempotencyKey?: string }) => {
    requests.push({ body, key: shortKeyOf(options?.idempotencyKey) });
    const next = queued.shift();
    if (next instanceof Error) throw next;
    return next ?? startedOrder();
  };
  const startedOrder = (paymentIntentId: string | null = `pi_${requests.length}`) => ({
    order: {
      id: 100 + requests.length,
      items: [],
      subtotal: 2500,
      tax: 0,
      totalAmount: 2500,
      currency: "eur",
      createdAt: new Date(nowMs).toISOString(),
    },
    extrasPurchase: { id: 31 },
    clientSecret: "s",
    publishableKey: null,
    amount: 2500,
    currency: "eur",
    provider: "test",
    paymentIntentId,
    expiresAt: paymentIntentId === null ? null : new Date(nowMs + 15 * 60_000).toISOString(),
  });
  const api = { post: post as unknown as Parameters<typeof reserveExtras>[2]["api"]["post"] };
  const clocks = { wallMs: () => nowMs, monotonicMs: () => nowMs };
  return {
    requests,
    queued,
    startedOrder,
    store,
    reloaded: () => createExtrasDraft(owner.registrationId, storage).get(),
    passTime: (ms: number) => {
      nowMs += ms;
    },
    reserve: (choice = two) =>
      reserveExtras(choice, 2500, {
        api,
        store,
        owner,
        clocks,
      }),
  };
}

const failed = (code: Code | "noAnswer", status: number, payload?: unknown) =>
  new ApiError({ status, code, msg: `It is ${code}.`, payload });

test("extras are held until the time that the server gives, also after a reload", async () => {
  const { requests, reloaded, reserve } = openTab();
  expect(await reserve()).toEqual({ kind: "kept" });
  expect(requests[0]?.body).toEqual({ ...owner, extras: [{ extrasId: 5, quantity: 2 }], totalAmount: 2500 });
  expect(reloaded().kept).toMatchObject({
    choice: { 5: 2 },
    expiresAt: "2026-12-12T12:15:00.000Z",
    intent: { paymentIntentId: "pi_1" },
  });
});

test("the same choice continues its order, and makes a new order when the time is over", async () => {
  const { requests, passTime, reserve } = openTab();
  await reserve();
  await reserve();
  expect(requests).toHaveLength(1);
  passTime(16 * 60_000);
  await reserve();
  expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
});

const one: Choice = { tickets: {}, extras: { 5: 1 } };

test("another choice is another order, which replaces the first", async () => {
  const { requests, store, reserve } = openTab();
  await reserve();
  await reserve(one);
  expect(requests.map(({ key }) => key)).toEqual(["key1", "key2"]);
  expect(requests[0]?.body).not.toHaveProperty("replacesOrderId");
  expect(requests[1]?.body).toMatchObject({ replacesOrderId: 101 });
  expect(store.get().kept).toMatchObject({ choice: { 5: 1 }, orderId: 102 });
});

test("if the reserved extras were paid meanwhile, nothing is ordered, and their payment is named", async () => {
  const { queued, store, reserve } = openTab();
  await reserve();
  queued.push(failed("alreadyPaid", 409));
  expect(await reserve(one)).toEqual({ kind: "alreadyPaid", paymentIntentId: "pi_1" });
  expect(store.get().kept?.orderId).toBe(101);
});

test("the reserved extras are kept while their payment may succeed, and are gone if the other extras are sold out", async () => {
  const { queued, store, reserve } = openTab();
  await reserve();
  queued.push(failed("busy", 503), failed("soldOut", 409, { availableExtras: { 5: 0 } }));
  expect(await reserve(one)).toMatchObject({ kind: "refused" });
  expect(store.get().kept?.orderId).toBe(101);
  expect(await reserve(one)).toMatchObject({ kind: "short" });
  expect(store.get().kept).toBeNull();
});

test("reserved extras stay if a limit of the server refuses other extras", async () => {
  const { requests, queued, store, reserve } = openTab();
  await reserve();
  const refusal = failed("tooMany", 429);
  queued.push(refusal);
  expect(await reserve(one)).toEqual({ kind: "refused", msg: refusal.msg });
  expect(store.get()).toMatchObject({ choice: { 5: 1 }, kept: { orderId: 101 } });
  await reserve(one);
  expect(requests.at(-1)?.body).toMatchObject({ replacesOrderId: 101 });
});

test.each([
  ["an answer that was lost", failed("noAnswer", 0)],
  ["a provider that was down", failed("busy", 503)],
])(
  "after %s the same choice is sent with the same key, and another choice with a new key",
  async (_what, failure) => {
    const { requests, queued, reserve } = openTab();
    queued.push(failure);
    expect(await reserve()).toEqual({ kind: "refused", msg: failure.msg });
    await reserve();
    expect(requests.map(({ key }) => key)).toEqual(["key1", "key1"]);
    queued.push(failure);
    await reserve({ tickets: {}, extras: { 5: 1 } });
    await reserve({ tickets: {}, extras: { 6: 1 } });
    expect(requests.slice(2).map(({ key }) => key)).toEqual(["key2", "key3"]);
  },
);

test("free extras are bought immediately, and nothing is held", async () => {
  const { startedOrder, queued, store, reserve } = openTab();
  queued.push(startedOrder(null));
  expect(await reserve()).toEqual({ kind: "bought", purchaseId: 31 });
  expect(store.get()).toMatchObject({ choice: {}, asking: null, kept: null });
});

test("if too few are left, the message is at the extra, and the choice is reduced to what is left", async () => {
  const { queued, store, reserve } = openTab();
  queued.push(failed("notEnoughLeft", 409, { availableExtras: { 5: 1 } }));
  expect(await reserve()).toEqual({
    kind: "short",
    msg: "It is notEnoughLeft.",
    extras: { 5: "Only 1 left: we changed your choice to 1." },
  });
  expect(store.get().choice).toEqual({ 5: 1 });
  queued.push(failed("soldOut", 409, { availableExtras: { 5: 0 } }));
  expect(await reserve()).toMatchObject({ extras: { 5: "These were just sold out." } });
  expect(store.get().choice).toEqual({});
});

test.each([
  ["amountMismatch", "It is amountMismatch."],
  ["salesClosed", "It is salesClosed."],
  ["invalidInput", "Something that you chose is no longer on sale. Please choose again."],
] as const)(
  "a refusal with the code %s has a message, and the next request has a new key",
  async (code, msg) => {
    const { requests, queued, reserve } = openTab();
    queued.push(failed(code, 409));
    expect(await reserve()).toEqual({ kind: "refused", msg });
    await reserve();
    expect(requests.map(({ key }) => key)).toEqual(["key1", "key2"]);
  },
);

test("the choice lasts as long as the page if the storage is broken and full", async () => {
  const refusing = {
    getItem: () => "{",
    setItem: () => {
      throw new Error("full");
    },
  };
  const store = createExtrasDraft(1, refusing);
  store.change({ choice: { 5: 1 } });
  expect(store.get().choice).toEqual({ 5: 1 });
});

test("only the server knows whether a late payment succeeded, and it is asked until it answers", async () => {
  const answers: unknown[] = [
    failed("noAnswer", 0),
    failed("busy", 503),
    failed("tooMany", 429),
    { order: { paymentStatus: "paid" } },
    { order: { paymentStatus: "pending" } },
    failed("notFound", 404),
  ];
  const get = async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const api = { get: get as unknown as Parameters<typeof askWhetherPaid>[0]["get"] };
  const payment = { paymentIntentId: "pi_1", accessKey: owner.accessKey };
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  expect(await askWhetherPaid(api, payment, wait)).toBe(true);
  expect(waits).toEqual([5000, 5000, 5000]);
  expect(await askWhetherPaid(api, payment, wait)).toBe(false);
  expect(await askWhetherPaid(api, payment, wait)).toBe(false);
});
