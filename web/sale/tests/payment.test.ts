import { expect, test } from "vitest";
import type { Code } from "../../../contract/endpoint.ts";
import { ApiError } from "../../api/apiError.ts";
import type { Hold } from "../draft.ts";
import { orderOfHold } from "../orderOfHold.ts";
import { createPayment, type ElementRefusal, type Payment } from "../payment.ts";

const card = { number: "4242424242424242", expMonth: 4, expYear: 2029, cvc: "123" };
const hold: Hold = {
  registrationId: 7,
  accessKey: "k".repeat(22),
  expiresAt: "2026-12-12T12:15:00Z",
  skewMs: 0,
  quote: {
    items: [],
    pricesIncludeTax: false,
    subtotal: 5000,
    tax: 0,
    totalAmount: 5000,
    taxes: [],
    currency: "eur",
    promoCode: null,
    discount: 0,
  },
  choice: { tickets: { 1: 2 }, extras: {} },
};

/** A server that answers each call from its queue, otherwise with success. */
function createServer(totalAmount = 5000) {
  const requests: { name: string; body: Record<string, unknown>; key: string | undefined }[] = [];
  const queued = new Map<string, unknown[]>();
  const defaultAnswers: Record<string, unknown> = {
    "order/createOrder": {
      order: { id: 3, totalAmount, paymentStatus: totalAmount === 0 ? "free" : "pending" },
      clientSecret: null,
    },
    "stripe/create-payment-intent": { paymentIntentId: "pi_1", clientSecret: "s", provider: "test" },
    "stripe/confirm-payment": { processed: true, nextAction: null },
  };
  const post = async (name: string, body: Record<string, unknown>, options?: { idempotencyKey?: string }) => {
    requests.push({ name, body, key: options?.idempotencyKey });
    await Promise.resolve();
    const next = queued.get(name)?.shift();
    if (next instanceof Error) throw next;
    return next ?? defaultAnswers[name];
  };
  const api = { post: post as unknown as Parameters<typeof createPayment>[1]["post"] };
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const payment: Payment = createPayment(orderOfHold(hold, api), api, wait);
  let unsure = 0;
  const payByElement = (refusal: ElementRefusal | null = null) =>
    payment.payByElement(
      async () => refusal,
      () => void unsure++,
    );
  return {
    requests,
    payment,
    payByElement,
    waits,
    unsureCount: () => unsure,
    names: () => requests.map(({ name }) => name),
    attempts: () => requests.filter(({ name }) => name === "stripe/confirm-payment"),
    next: (name: string, answer: unknown) => queued.set(name, [...(queued.get(name) ?? []), answer]),
  };
}

const failed = (code: Code | "noAnswer", status = 409) =>
  new ApiError({ status, code, msg: `It is ${code}.` });

test("a card payment makes one order with the shown price, one intent and one attempt", async () => {
  const { requests, names, payment } = createServer();
  await payment.prepare();
  expect(await payment.payByTestCard(card, false)).toEqual({ kind: "settled", paymentIntentId: "pi_1" });
  expect(names()).toEqual(["order/createOrder", "stripe/create-payment-intent", "stripe/confirm-payment"]);
  expect(requests[0]?.body).toMatchObject({ registrationId: 7, totalAmount: 5000 });
});

test("a double click pays once", async () => {
  const { payment, attempts } = createServer();
  const [one, other] = await Promise.all([
    payment.payByTestCard(card, false),
    payment.payByTestCard(card, false),
  ]);
  expect(one).toEqual(other);
  expect(attempts()).toHaveLength(1);
});

test("a free purchase is complete when its order is made, and a double click makes one order", async () => {
  const { names, payment } = createServer(0);
  const [outcome] = await Promise.all([payment.complete(), payment.complete()]);
  expect(outcome).toEqual({ kind: "settled", paymentIntentId: null });
  expect(names()).toEqual(["order/createOrder"]);
});

test("a declined card shows the reason, and the next attempt has a new key on the same intent", async () => {
  const { names, next, payment, attempts } = createServer();
  next("stripe/confirm-payment", failed("paymentFailed", 402));
  expect(await payment.payByTestCard(card, false)).toEqual({ kind: "declined", msg: "It is paymentFailed." });
  expect(await payment.payByTestCard(card, false)).toMatchObject({ kind: "settled" });
  expect(new Set(attempts().map(({ key }) => key)).size).toBe(2);
  expect(names().filter((name) => name === "stripe/create-payment-intent")).toHaveLength(1);
});

test("an attempt with a lost answer is repeated with its key, and another card gets another key", async () => {
  const { next, payment, attempts } = createServer();
  next("stripe/confirm-payment", failed("noAnswer", 0));
  next("stripe/confirm-payment", failed("noAnswer", 0));
  expect(await payment.payByTestCard(card, false)).toEqual({ kind: "failed", msg: "It is noAnswer." });
  await payment.payByTestCard(card, false);
  await payment.payByTestCard({ ...card, cvc: "999" }, false);
  const [first, second, third] = attempts().map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("if the bank asks for confirmation, the payment is sent again with the same card", async () => {
  const { next, payment, attempts } = createServer();
  next("stripe/confirm-payment", { processed: false, nextAction: "confirm" });
  expect(await payment.payByTestCard(card, false)).toEqual({ kind: "confirm" });
  expect(await payment.payByTestCard(card, true)).toMatchObject({ kind: "settled" });
  expect(attempts()[1]?.body).toMatchObject({ card: { ...card, confirmed: true } });
});

test("a failed request for the order is repeated with the same key", async () => {
  const { requests, next, payment } = createServer();
  next("order/createOrder", failed("busy", 503));
  await expect(payment.prepare()).rejects.toThrow("It is busy.");
  await payment.prepare();
  expect(requests[0]?.key).toBe(requests[1]?.key);
});

test.each([
  ["holdExpired", { kind: "holdEnded" }],
  ["alreadyPaid", { kind: "settled", paymentIntentId: null }],
  ["amountMismatch", { kind: "failed", msg: "It is amountMismatch." }],
  ["busy", { kind: "failed", msg: "It is busy." }],
] as const)("an order that is refused as %s gives the page the matching outcome", async (code, outcome) => {
  const { next, payment } = createServer();
  next("order/createOrder", failed(code));
  expect(await payment.payByTestCard(card, false)).toEqual(outcome);
});

test("a payment that is still processing is neither settled nor failed", async () => {
  const { next, payByElement } = createServer();
  next("stripe/confirm-payment", { processed: false, nextAction: null });
  expect(await payByElement()).toEqual({ kind: "working", paymentIntentId: "pi_1" });
});

test("a certain refusal of the provider's form is a decline, and the server is not asked", async () => {
  const { payByElement, attempts } = createServer();
  expect(await payByElement({ msg: "No.", isCertain: true })).toEqual({ kind: "declined", msg: "No." });
  expect(attempts()).toEqual([]);
});

test("if the provider's form does not know the result, the server is asked", async () => {
  const { payByElement, attempts } = createServer();
  const lost = { msg: "The connection was lost. Try again.", isCertain: false };
  expect(await payByElement(lost)).toMatchObject({ kind: "settled" });
  expect(attempts()).toHaveLength(1);
});

test("after an uncertain result, the buyer can pay again if the provider still waits for a card", async () => {
  const { next, payByElement } = createServer();
  const lost = { msg: "The connection was lost. Try again.", isCertain: false };
  next("stripe/confirm-payment", failed("busy", 503));
  next("stripe/confirm-payment", { processed: false, nextAction: null, awaitsPayment: true });
  expect(await payByElement(lost)).toEqual({
    kind: "failed",
    msg: "Your payment did not arrive. You can pay again here. You will be charged only once.",
  });
  expect(await payByElement({ msg: "No.", isCertain: true })).toMatchObject({ kind: "declined" });
});

const undecided: [Code | "noAnswer", number][] = [
  ["busy", 503],
  ["tooMany", 429],
  ["unexpected", 500],
  ["noAnswer", 0],
];
test.each(undecided)(
  "after a possible charge and %s, the server is asked again, and the buyer does not pay again",
  async (code, status) => {
    const { next, payByElement, unsureCount, attempts, waits } = createServer();
    for (let n = 0; n < 5; n++) next("stripe/confirm-payment", failed(code, status));
    expect(await payByElement()).toEqual({ kind: "settled", paymentIntentId: "pi_1" });
    expect(attempts()).toHaveLength(6);
    expect(unsureCount()).toBe(5);
    expect(waits).toEqual([1000, 1000, 2000, 3000, 5000]);
  },
);

test.each(undecided)(
  "after 41 attempts that end with %s, the page says not to pay twice",
  async (code, status) => {
    const { next, payByElement, attempts } = createServer();
    for (let n = 0; n < 50; n++) next("stripe/confirm-payment", failed(code, status));
    expect(await payByElement()).toEqual({
      kind: "failed",
      msg: "We could not confirm your payment. Your bank may have paid already, so do not pay twice: we mail you as soon as we know.",
    });
    expect(attempts()).toHaveLength(41);
  },
);

test("when the card is declined the server is not asked again, and another card can be used", async () => {
  const { next, payByElement, attempts } = createServer();
  next("stripe/confirm-payment", failed("busy", 503));
  next("stripe/confirm-payment", failed("paymentFailed", 402));
  expect((await payByElement()).kind).toBe("declined");
  expect(await payByElement({ msg: "No.", isCertain: true })).toMatchObject({ kind: "declined" });
  expect((await payByElement()).kind).toBe("settled");
  expect(attempts()).toHaveLength(3);
});

test("a page that is left no longer asks the server", async () => {
  const { next, payment, attempts } = createServer();
  for (let n = 0; n < 5; n++) next("stripe/confirm-payment", failed("busy", 503));
  const outcome = payment.payByElement(
    async () => null,
    () => payment.leave(),
  );
  expect(await outcome).toEqual({ kind: "left" });
  expect(attempts()).toHaveLength(1);
});

test("an attempt is under way until it is answered", async () => {
  const { payment } = createServer();
  const pressed = payment.payByTestCard(card, false);
  expect(payment.isUnderWay()).toBe(true);
  await pressed;
  expect(payment.isUnderWay()).toBe(false);
});

test("the server is asked about an attempt of an earlier page until it knows the result", async () => {
  const { next, payment, attempts } = createServer();
  next("order/createOrder", failed("busy", 503));
  next("stripe/confirm-payment", failed("busy", 503));
  let unsure = 0;
  expect(await payment.resume(() => void unsure++)).toEqual({ kind: "settled", paymentIntentId: "pi_1" });
  expect([unsure, attempts().length]).toEqual([2, 2]);
});

test.each([
  { processed: false, nextAction: null, awaitsPayment: true },
  { processed: false, nextAction: "confirm" },
  failed("paymentFailed", 402),
])("an earlier page's attempt that charged nothing allows another attempt", async (answer) => {
  const { next, payByElement, payment } = createServer();
  next("stripe/confirm-payment", answer);
  await payment.resume(() => {});
  // The element is asked again.
  expect(await payByElement({ msg: "No.", isCertain: true })).toEqual({ kind: "declined", msg: "No." });
});
