import { expect, test } from "vitest";
import type { Code } from "../../../contract/endpoint.ts";
import { keyNames } from "../../act/keyNames.fixture.ts";
import { ApiError } from "../../api/apiError.ts";
import type { Choice } from "../choice.ts";
import { createExtrasDraft } from "../extrasDraft.ts";
import { askWhetherPaid, takeExtras } from "../takeExtras.ts";

const noon = Date.parse("2026-12-12T12:00:00Z");
const owner = { registrationId: 7, accessKey: "k".repeat(22) };
const two: Choice = { tickets: {}, extras: { 5: 2 } };

/** A browser tab that requests extras. The server answers from its queue, otherwise with success. */
function tab() {
  const requests: { body: object; key: string | undefined }[] = [];
  const queued: unknown[] = [];
  let nowMs = noon;
  const nameOf = keyNames();
  const saved = new Map<string, string>();
  const storage = {
    getItem: (name: string) => saved.get(name) ?? null,
    setItem: (name: string, text: string) => void saved.set(name, text),
  };
  const store = createExtrasDraft(owner.registrationId, storage);
  const post = async (_name: string, body: object, options?: { idempotencyKey?: string }) => {
    requests.push({ body, key: nameOf(options?.idempotencyKey) });
    const next = queued.shift();
    if (next instanceof Error) throw next;
    return next ?? begun();
  };
  const begun = (paymentIntentId: string | null = `pi_${requests.length}`) => ({
    order: {
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
  const api = { post: post as unknown as Parameters<typeof takeExtras>[2]["api"]["post"] };
  const clocks = { wallMs: () => nowMs, monotonicMs: () => nowMs };
  return {
    asked: requests,
    queued,
    begun,
    store,
    reloaded: () => createExtrasDraft(owner.registrationId, storage).get(),
    pass: (ms: number) => {
      nowMs += ms;
    },
    take: (choice = two) =>
      takeExtras(choice, 2500, {
        api,
        store,
        owner,
        clocks,
      }),
  };
}

const failed = (code: Code | "noAnswer", status: number, payload?: unknown) =>
  new ApiError({ status, code, msg: `It is ${code}.`, payload });

test("extras are kept for as long as the event keeps what is being paid, also after a reload", async () => {
  const { asked, reloaded, take } = tab();
  expect(await take()).toEqual({ kind: "kept" });
  expect(asked[0]?.body).toEqual({ ...owner, extras: [{ extrasId: 5, quantity: 2 }], totalAmount: 2500 });
  expect(reloaded().kept).toMatchObject({
    choice: { 5: 2 },
    expiresAt: "2026-12-12T12:15:00.000Z",
    intent: { paymentIntentId: "pi_1" },
  });
});

test("the same choice goes on with what is kept, and is another order once its time is over", async () => {
  const { asked, pass, take } = tab();
  await take();
  await take();
  expect(asked).toHaveLength(1);
  pass(16 * 60_000);
  await take();
  expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
});

test("another choice is another order", async () => {
  const { asked, store, take } = tab();
  await take();
  await take({ tickets: {}, extras: { 5: 1 } });
  expect(asked.map(({ key }) => key)).toEqual(["key1", "key2"]);
  expect(store.get().kept?.choice).toEqual({ 5: 1 });
});

test.each([
  ["an answer that was lost", failed("noAnswer", 0)],
  ["a provider that was down", failed("busy", 503)],
])("%s leaves the order to be found under its key, by the same choice alone", async (_what, failure) => {
  const { asked, queued, take } = tab();
  queued.push(failure);
  expect(await take()).toEqual({ kind: "refused", msg: failure.msg });
  await take();
  expect(asked.map(({ key }) => key)).toEqual(["key1", "key1"]);
  queued.push(failure);
  await take({ tickets: {}, extras: { 5: 1 } });
  await take({ tickets: {}, extras: { 6: 1 } });
  expect(asked.slice(2).map(({ key }) => key)).toEqual(["key2", "key3"]);
});

test("what costs nothing is bought, and nothing is kept", async () => {
  const { begun, queued, store, take } = tab();
  queued.push(begun(null));
  expect(await take()).toEqual({ kind: "bought", purchaseId: 31 });
  expect(store.get()).toMatchObject({ choice: {}, asking: null, kept: null });
});

test("what falls short is said at its extra, and the choice is what is left", async () => {
  const { queued, store, take } = tab();
  queued.push(failed("notEnoughLeft", 409, { availableExtras: { 5: 1 } }));
  expect(await take()).toEqual({
    kind: "short",
    msg: "It is notEnoughLeft.",
    extras: { 5: "Only 1 left: we changed your choice to that." },
  });
  expect(store.get().choice).toEqual({ 5: 1 });
  queued.push(failed("soldOut", 409, { availableExtras: { 5: 0 } }));
  expect(await take()).toMatchObject({ extras: { 5: "These were just sold out." } });
  expect(store.get().choice).toEqual({});
});

test.each([
  ["amountMismatch", "It is amountMismatch."],
  ["salesClosed", "It is salesClosed."],
  ["invalidInput", "Something that you chose is no longer on sale. Please choose again."],
] as const)("a refusal as %s is said in words, and asked anew afterwards", async (code, msg) => {
  const { asked, queued, take } = tab();
  queued.push(failed(code, 409));
  expect(await take()).toEqual({ kind: "refused", msg });
  await take();
  expect(asked.map(({ key }) => key)).toEqual(["key1", "key2"]);
});

test("storage that is broken or refuses loses no more than a reload", async () => {
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

test("whether the last second paid is the server's to say, and without an answer it is asked again", async () => {
  const answers: unknown[] = [
    failed("noAnswer", 0),
    failed("busy", 503),
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
  expect(waits).toEqual([5000, 5000]);
  expect(await askWhetherPaid(api, payment, wait)).toBe(false);
  expect(await askWhetherPaid(api, payment, wait)).toBe(false);
});
