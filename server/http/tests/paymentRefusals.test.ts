import { glob, readFile } from "node:fs/promises";
import type { NotNull } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leaveList } from "../../checkout/leaveList.ts";
import type { PaymentProvider } from "../../payments/provider.ts";
import { buildEntry, buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { expressPayment, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { type StripeApp, stripeApp, stripeAt } from "../../testing/stripeApp.ts";
import { buildTwoClubs, type TwoClubs } from "../../testing/twoClubs.ts";
import { busyMessage, momentByCall } from "../paymentRefusals.ts";

let app: StripeApp;
let clubs: TwoClubs;
let isSilent = false;
const purchases: Awaited<ReturnType<typeof buySettled>>[] = [];
beforeAll(async () => {
  let shortTimeoutProvider: PaymentProvider | undefined;
  const currentProvider = (provider: PaymentProvider) => {
    if (!isSilent) return provider;
    shortTimeoutProvider ??= stripeAt(app.stripe, app.services.clock, { timeoutMs: 30 });
    return shortTimeoutProvider;
  };
  app = await stripeApp({
    webhooks: false,
    wrap: (provider) => ({
      ...provider,
      createIntent: (request) => currentProvider(provider).createIntent(request),
      retrieve: (ref) => currentProvider(provider).retrieve(ref),
      cancel: (ref) => currentProvider(provider).cancel(ref),
      refund: (request) => currentProvider(provider).refund(request),
    }),
  });
  clubs = await buildTwoClubs(app);
  // Two tests change one purchase during each fault.
  for (let n = 0; n < 2 * faults.length; n++) purchases.push(await buySettled());
});
afterAll(() => app.close());

type Trouble = "down" | "limited" | "key" | "refused";

/** A count of 2 also fails the SDK's retry. */
const faults: [name: string, trouble: Trouble, cause: () => void][] = [
  ["no connection", "down", () => app.stripe.down(true)],
  ["a cut connection", "down", () => app.stripe.timeoutNextButDoIt(2)],
  ["no answer in time", "down", () => stopAnswering()],
  ["500", "down", () => app.stripe.failNext(2, 500)],
  ["503", "down", () => app.stripe.failNext(2, 503)],
  ["409", "down", () => app.stripe.failNext(2, 409)],
  ["429", "limited", () => app.stripe.failNext(1, 429)],
  ["401", "key", () => app.stripe.failNext(1, 401)],
  ["403", "key", () => app.stripe.failNext(1, 403)],
  ["400", "refused", () => app.stripe.failNext(1, 400)],
  ["404", "refused", () => app.stripe.failNext(1, 404)],
];

function stopAnswering(): void {
  isSilent = true;
  app.stripe.delayMs(60_000);
}

function recover(): void {
  isSilent = false;
  app.stripe.delayMs(0);
  app.stripe.down(false);
  app.stripe.failNone();
}

async function underEachFault<T>(
  act: () => Promise<T>,
): Promise<{ name: string; trouble: Trouble; outcome: T }[]> {
  const answers: { name: string; trouble: Trouble; outcome: T }[] = [];
  for (const [name, trouble, cause] of faults) {
    cause();
    try {
      answers.push({ name, trouble, outcome: await act() });
    } finally {
      recover();
    }
  }
  return answers;
}

async function buildTicketOnSale(price = 2500) {
  const event = await buildEvent(app.database.db, {
    clubId: clubs.clubId,
    config: { cancelUntilHours: 0 },
    start: new Date(app.time.now.getTime() + 86_400_000),
  });
  return { eventId: event.id, ticketId: (await buildTicket(app.database.db, event.id, { price })).id };
}

async function buyUnconfirmed() {
  const { eventId, ticketId } = await buildTicketOnSale();
  const started = await expressPayment(app, eventId, ticketId);
  app.stripe.pay(started.paymentIntentId);
  return { eventId, ...started };
}

async function buySettled() {
  const purchase = await buyUnconfirmed();
  const { paymentIntentId, accessKey } = purchase;
  const reply = await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
  return { ...purchase, orderId: reply.payload.order.id };
}

async function startDonation() {
  const { eventId } = await buildTicketOnSale();
  const gift = { eventId, amount: 500, sponsorData: { firstName: "Ada", email: "ada@example.org" } };
  const { sponsorship, accessKey } = (await app.ask("sponsorship/create", { body: gift })).payload;
  return { sponsorshipId: sponsorship.id, accessKey };
}

const busyReply = (msg: string) => ({ status: 503, code: "busy", msg });
const mayHavePaid = busyReply(
  "Your payment may have succeeded, so do not pay again. We keep checking, and mail you as soon as we know.",
);
const stillHeld = busyReply(
  "We could not check whether you have paid. What you reserved stays reserved until its time runs out. If you have paid, do not pay again: we mail you as soon as we know.",
);
/** Words that a buyer must not read once a card may have been charged. */
const forbidden = /nothing was charged|try again/i;
const startRefusals: Record<Trouble, object> = {
  down: busyReply("The payment provider does not answer. Nothing was charged. Please try again in a moment."),
  limited: busyReply(
    "Many people are paying at this moment. Nothing was charged. Please try again in a few seconds.",
  ),
  key: busyReply("Payments do not work at this moment. Nothing was charged. Please tell the organiser."),
  refused: { status: 402, code: "paymentFailed" },
};
const staffRefusals: Record<Trouble, object> = {
  down: busyReply(
    "The payment provider does not answer, so nothing was changed. Try again in a few minutes.",
  ),
  limited: busyReply(
    "The payment provider takes no more requests at this moment, so nothing was changed. Try again in a few minutes.",
  ),
  key: busyReply(
    "The payment provider does not accept our key, so nothing was changed. The server’s log says why.",
  ),
  refused: busyReply(
    "The payment provider refused the request, so nothing was changed. The server’s log says why.",
  ),
};

/** If Stripe does not find an intent of ours, the intent was made with the key of another account. */
const keyTroubleIf404 = (name: string, trouble: Trouble): Trouble => (name === "404" ? "key" : trouble);

describe("while Stripe fails in several ways", () => {
  test("a buyer who starts to pay for tickets while Stripe fails reads that nothing was charged, or gets Stripe's refusal", async () => {
    const { eventId, ticketId } = await buildTicketOnSale();
    const answers = await underEachFault(async () => {
      const placedOrder = await placeTestOrder(app, eventId, ticketId);
      const body = { orderId: placedOrder.order.id, accessKey: placedOrder.accessKey };
      return app.ask("stripe/create-payment-intent", { body });
    });
    for (const { name, trouble, outcome } of answers)
      expect({ name, ...outcome }).toMatchObject(startRefusals[trouble]);
  });

  test("a donor who starts to pay while Stripe fails reads that nothing was charged, or gets Stripe's refusal", async () => {
    const answers = await underEachFault(async () =>
      app.ask("sponsorship/createSponsorshipPaymentIntent", { body: await startDonation() }),
    );
    for (const { name, trouble, outcome } of answers)
      expect({ name, ...outcome }).toMatchObject(startRefusals[trouble]);
  });

  test("a buyer who starts to pay for extras while Stripe fails reads that nothing was charged, or gets Stripe's refusal", async () => {
    const { eventId, ticketId } = await buildTicketOnSale(0);
    const { id: extrasId } = await buildExtras(app.database.db, eventId, { price: 1000, maxStock: 100 });
    const { registrationId, accessKey } = await placeTestOrder(app, eventId, ticketId);
    const body = { registrationId, accessKey, extras: [{ extrasId, quantity: 1 }] };
    for (const { name, trouble, outcome } of await underEachFault(() =>
      app.ask("extras/purchaseExtras", { body }),
    ))
      expect({ name, ...outcome }).toMatchObject(startRefusals[trouble]);
  });

  test("a buyer who chooses other extras than those that may be paid reads that they stay reserved", async () => {
    const { eventId, ticketId } = await buildTicketOnSale(0);
    const { id: extrasId } = await buildExtras(app.database.db, eventId, { price: 1000, maxStock: 1 });
    const { registrationId, accessKey } = await placeTestOrder(app, eventId, ticketId);
    const body = { registrationId, accessKey, extras: [{ extrasId, quantity: 1 }] };
    const { order, paymentIntentId } = (await app.ask("extras/purchaseExtras", { body })).payload;
    const ask = () => app.ask("extras/purchaseExtras", { body: { ...body, replacesOrderId: order.id } });
    for (const { name, outcome } of await underEachFault(ask)) {
      expect({ name, ...outcome }).toMatchObject(stillHeld);
      expect(outcome.msg).not.toMatch(forbidden);
    }
    app.stripe.startProcessing(paymentIntentId!);
    expect(await ask()).toMatchObject({ code: "busy", msg: expect.stringContaining("still working") });
  });

  test.each(["stripe/confirm-payment", "stripe/get-registration-from-payment"] as const)(
    "a buyer who paid and asks with %s reads that the payment may have succeeded, and gets the tickets later",
    async (call) => {
      const { paymentIntentId, accessKey } = await buyUnconfirmed();
      const proof = { paymentIntentId, accessKey };
      const ask = () => app.ask(call, call === "stripe/confirm-payment" ? { body: proof } : { query: proof });
      for (const { name, outcome } of await underEachFault(ask)) {
        expect({ name, ...outcome }).toMatchObject(mayHavePaid);
        expect(outcome.msg).not.toMatch(forbidden);
        expect(outcome.headers["retry-after"]).toBeDefined();
      }
      expect((await ask()).payload.processed).toBe(true);
    },
  );

  test("a buyer who gives up tickets that may be paid reads that they stay reserved", async () => {
    const { registrationId, accessKey } = await buyUnconfirmed();
    const ask = () => app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
    for (const { name, trouble, outcome } of await underEachFault(ask)) {
      expect({ name, trouble, ...outcome }).toMatchObject(stillHeld);
      expect(outcome.msg).not.toMatch(forbidden);
    }
  });

  test("a donor who gives up a donation that may be paid reads that it stays reserved", async () => {
    const gift = await startDonation();
    await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: gift });
    for (const { name, outcome } of await underEachFault(() =>
      app.ask("sponsorship/release", { body: gift }),
    ))
      expect({ name, ...outcome }).toMatchObject(stillHeld);
  });

  test("a buyer who leaves a waiting list with an offer that may be paid reads that it stays reserved", async () => {
    const { eventId, ticketId } = await buildTicketOnSale();
    const started = await expressPayment(app, eventId, ticketId);
    const entry = await buildEntry(app.database.db, { event: { id: eventId }, ticketId });
    await app.database.db
      .updateTable("waiting_entries")
      .set({ state: "offered", registration_id: started.registrationId })
      .where("id", "=", entry.entryId)
      .execute();
    for (const { name, outcome } of await underEachFault(() => app.ask("waitingList/leave", { body: entry })))
      expect({ name, ...outcome }).toMatchObject(stillHeld);
  });

  test("a buyer who leaves a waiting list during repeated offers reads that a payment may have begun", async () => {
    const { eventId, ticketId } = await buildTicketOnSale();
    const entry = await buildEntry(app.database.db, { event: { id: eventId }, ticketId });
    // Each attempt first reads the entry as waiting, then, with the lock, as offered. `leaveList` gives up after three.
    let reads = 0;
    const db = app.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) =>
          "state_now" in row ? { ...row, state_now: reads++ % 2 === 0 ? "waiting" : "offered" } : row,
        ),
      }),
    });
    const leaving = leaveList(db, app.services.provider, entry.entryId, {
      actor: "visitor",
      now: app.time.now,
    });
    await expect(leaving).rejects.toMatchObject({
      code: "busy",
      message: expect.stringMatching(/a payment for them may have begun, so this entry is still on/),
    });
    await expect(leaving).rejects.not.toMatchObject({ message: expect.stringMatching(forbidden) });
    expect(reads).toBe(6);
  });

  test("staff who cancel a registration or an offer that may be paid read that nothing was changed", async () => {
    const { registrationId, eventId } = await buyUnconfirmed();
    const { ticket_id: ticketId } = await app.database.db
      .selectFrom("attendees")
      .select("ticket_id")
      .where("registration_id", "=", registrationId)
      .$narrowType<{ ticket_id: NotNull }>()
      .executeTakeFirstOrThrow();
    const { entryId } = await buildEntry(app.database.db, { event: { id: eventId }, ticketId });
    await app.database.db
      .updateTable("waiting_entries")
      .set({ state: "offered", registration_id: registrationId })
      .where("id", "=", entryId)
      .execute();
    const token = clubs.tokens.admin;
    const cancel = () =>
      app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token });
    const removeEntry = () => app.ask("waitingList/remove", { body: { entryId }, token });
    for (const act of [cancel, removeEntry] as (() => Promise<object>)[])
      for (const { name, trouble, outcome } of await underEachFault(act))
        expect({ name, ...outcome }).toMatchObject(staffRefusals[keyTroubleIf404(name, trouble)]);
  });

  test("staff can mark an order with an unpaid payment as paid while Stripe fails or does not find it, but not if Stripe answers 400", async () => {
    const started: number[] = [];
    for (let n = 0; n < faults.length; n++) {
      const { eventId, ticketId } = await buildTicketOnSale();
      started.push((await startTestPayment(app, eventId, ticketId)).order.id);
    }
    const answers = await underEachFault(() => {
      const body = { orderId: started.pop()!, amount: 2500, paidBy: "cash" as const };
      return app.ask("order/markPaid", { body, token: clubs.tokens.admin });
    });
    for (const { name, trouble, outcome } of answers) {
      const isRefused = keyTroubleIf404(name, trouble) === "refused";
      expect({ name, ...outcome }).toMatchObject(isRefused ? staffRefusals.refused : { status: 200 });
    }
  });

  test("staff who ask for fees get an answer if Stripe refuses the request, and else read that nothing was changed", async () => {
    const { eventId } = await buySettled();
    const token = clubs.tokens.admin;
    const { db } = app.database;
    await db.updateTable("payments").set({ fee_amount: null, fee_currency: null }).execute();
    const ask = () => app.ask("event/askFees", { body: { eventId }, token });
    for (const { name, trouble, outcome } of await underEachFault(ask))
      expect({ name, ...outcome }).toMatchObject(
        trouble === "refused" ? { status: 200 } : staffRefusals[trouble],
      );
  });

  test("staff who delete a registration that may be paid read that nothing was changed, and why", async () => {
    const { registrationId, eventId } = await buyUnconfirmed();
    const query = { registrationId, eventId };
    const ask = () => app.ask("registration/removeRegistration", { query, token: clubs.tokens.admin });
    for (const { name, trouble, outcome } of await underEachFault(ask))
      expect({ name, ...outcome }).toMatchObject(staffRefusals[keyTroubleIf404(name, trouble)]);
  });

  test("a refund by staff is stored immediately, fails if Stripe refuses it, and else stays due", async () => {
    const answers = await underEachFault(async () => {
      const { orderId } = purchases.pop()!;
      const body = { orderId, amount: 500 };
      const request = await app.ask("order/refund", { body, token: clubs.tokens.admin });
      const job = await app.checkout.makeRefunds(orderId).then(
        () => "done",
        () => "thrown",
      );
      return { requestStatus: request.status, job, state: await refundState(orderId) };
    });
    for (const { name, trouble, outcome } of answers)
      expect({ name, ...outcome }).toMatchObject(
        trouble === "refused"
          ? { requestStatus: 200, job: "done", state: "failed" }
          : { requestStatus: 200, job: "thrown", state: "due" },
      );
  });

  test("a buyer's own cancellation is accepted while Stripe fails in several ways", async () => {
    const answers = await underEachFault(async () => {
      const { registrationId, accessKey } = purchases.pop()!;
      const body = { registrationId, accessKey, refundAmount: 2500 };
      return app.ask("registration/cancelOwn", { body });
    });
    for (const { name, outcome } of answers)
      expect({ name, status: outcome.status }).toEqual({ name, status: 200 });
  });

  test("a webhook delivery is answered with 503 while Stripe fails, so that Stripe delivers it again", async () => {
    const { paymentIntentId } = await buySettled();
    const url = await app.http.listen({ port: 0, host: "127.0.0.1" });
    app.stripe.sendWebhooksTo(`${url}/api/stripe/webhook`);
    const answers = await underEachFault(async () => {
      const before = app.stripe.deliveries().length;
      app.stripe.dispute(paymentIntentId);
      await app.stripe.settled();
      return app.stripe.deliveries().slice(before);
    });
    for (const { name, outcome } of answers)
      expect({ name, outcome }).toMatchObject({ outcome: [{ type: "charge.dispute.created", status: 503 }] });
  });
});

describe("while Foyer itself is busy", () => {
  const callsOf = (moment: string) =>
    Object.entries(momentByCall).flatMap(([call, callMoment]) => (callMoment === moment ? [call] : []));

  test.each(callsOf("paid"))("a buyer who may have paid reads not to pay again: %s", (call) => {
    expect(busyMessage(call)).toBe(mayHavePaid.msg);
    expect(busyMessage(call)).not.toMatch(forbidden);
  });

  test.each(callsOf("giveUp"))(
    "a buyer who gives up a purchase that may be paid reads that it stays reserved: %s",
    (call) => {
      expect(busyMessage(call)).toBe(stillHeld.msg);
      expect(busyMessage(call)).not.toMatch(forbidden);
    },
  );

  test.each([...callsOf("begin"), "registration/initRegistration"])(
    "a call that begins a purchase or its payment asks the buyer to try again: %s",
    (call) => expect(busyMessage(call)).toMatch(/try again in a few seconds/),
  );
});

describe("every route that mentions the checkout or the provider", () => {
  const staffCalls = [
    "event/askFees",
    "order/markPaid",
    "registration/removeRegistration",
    "registration/updateStatus",
    "waitingList/remove",
  ];
  /** These send the provider no request, or their refusals are not for people (unsubscribe.ts). */
  const otherRoutes = [
    "door/sell",
    "files/unsubscribe.ts",
    "health/ready",
    "info",
    "order/createOrder",
    "registration/add",
    "registration/express",
    "registration/extendHold",
    "registration/initRegistration",
    "registration/save",
    "sponsorship/create",
  ];

  test("each route that mentions the checkout or the provider is listed, so that no buyer reads a message for staff", async () => {
    const found: string[] = [];
    const root = new URL("../../routes/", import.meta.url);
    for await (const path of glob("**/*.ts", { cwd: root })) {
      if (path.endsWith(".test.ts")) continue;
      const source = await readFile(new URL(path, root), "utf8");
      if (/checkout|provider/.test(source)) found.push(/route\(\s*"([^"]+)"/.exec(source)?.[1] ?? path);
    }
    const buyerCalls = Object.keys(momentByCall).map((call) =>
      call === "stripe/webhook" ? "files/webhook.ts" : call,
    );
    expect(found.toSorted()).toEqual([...staffCalls, ...otherRoutes, ...buyerCalls].toSorted());
  });
});

async function refundState(orderId: number): Promise<string> {
  const { state } = await app.database.db
    .selectFrom("refunds")
    .select("state")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return state;
}
