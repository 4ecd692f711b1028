import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallName } from "../../../contract/all.ts";
import type { AppWithCheckout } from "../../app.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { ProviderDown } from "../../payments/provider.ts";
import { ask, type TestRequest } from "../../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPromoCode,
  buildSharedCapacity,
  buildTicket,
} from "../../testing/builders.ts";
import { addFaults, type Fault, noFaults } from "../../testing/faultyProvider.ts";
import { historyCount } from "../../testing/histories.ts";
import { outcomeOf } from "../../testing/outcome.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";

/** `who` counts back from the latest purchase. */
type Step =
  | { do: "hold" | "express" | "buy"; paid: boolean; quantity: number; extras: boolean; code: boolean }
  | { do: "save" | "order" | "start" | "confirm" | "look" | "release"; who: number }
  | { do: "pay" | "decline" | "processing"; who: number }
  | { do: "decide"; who: number; outcome: "succeeded" | "failed" }
  | { do: "pass"; minutes: number }
  | { do: "sweep" }
  | { do: "lapse" }
  | { do: "refund" }
  | { do: "deliver"; copies: number; shuffle: boolean }
  | { do: "fault"; kind: Fault };

const who = fc.nat({ max: 2 });
const wish = {
  paid: fc.boolean(),
  quantity: fc.constantFrom(1, 1, 2),
  extras: fc.boolean(),
  code: fc.boolean(),
};
const weighted: [number, fc.Arbitrary<Step>][] = [
  [3, fc.record({ do: fc.constantFrom("hold" as const, "express" as const), ...wish })],
  [6, fc.record({ do: fc.constant("buy" as const), ...wish, paid: fc.constant(true) })],
  [4, fc.record({ do: fc.constantFrom("save" as const, "order" as const, "start" as const), who })],
  [3, fc.record({ do: fc.constantFrom("confirm" as const, "look" as const, "release" as const), who })],
  [8, fc.record({ do: fc.constantFrom("pay" as const, "pay" as const, "decline" as const), who })],
  [1, fc.record({ do: fc.constant("processing" as const), who })],
  [
    1,
    fc.record({
      do: fc.constant("decide" as const),
      who,
      outcome: fc.constantFrom("succeeded" as const, "failed" as const),
    }),
  ],
  [3, fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 8, 15) })],
  [3, fc.record({ do: fc.constantFrom("sweep" as const, "refund" as const) })],
  // Unpaid holds end, but the provider only claims to cancel their intents: buyers can still pay, too late.
  [2, fc.record({ do: fc.constant("lapse" as const) })],
  [
    3,
    fc.record({
      do: fc.constant("deliver" as const),
      copies: fc.integer({ min: 1, max: 3 }),
      shuffle: fc.boolean(),
    }),
  ],
  [
    2,
    fc.record({
      do: fc.constant("fault" as const),
      kind: fc.constantFrom("down" as const, "lost" as const),
    }),
  ],
];
const step = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 8,
  maxLength: 16,
  size: "max",
});

let app: StripeApp;
let nodes: Pick<AppWithCheckout, "http" | "checkout">[];
const faults = noFaults();
beforeAll(async () => {
  app = await stripeApp({ max: 20, wrap: (provider) => addFaults(provider, faults) });
  nodes = [app, await anotherNode(app)];
});
afterAll(() => app.close());

interface Purchase {
  ticketId: number;
  quantity: number;
  registrationId: number;
  accessKey: string;
  orderId?: number;
  intent?: string;
}

async function play(moments: readonly (readonly Step[])[]): Promise<void> {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 30 * 24 * 3_600_000);
  const event = await buildEvent(db, { start, capacity: 3, taxAmount: 19 });
  const { id: sharedCapacityId } = await buildSharedCapacity(db, event.id, { maxPlaces: 3 });
  const paid = await buildTicket(db, event.id, { price: 2500, maxStock: 2, sharedCapacityId });
  const free = await buildTicket(db, event.id, { price: 0, maxStock: 2, sharedCapacityId });
  const { code } = await buildPromoCode(db, event.id, { value: 20, maxUses: 1 });
  const extras = await buildExtras(db, event.id, { price: 500, maxStock: 2 });
  const purchases: Purchase[] = [];
  let turn = 0;

  async function send<N extends CallName>(name: N, request: TestRequest) {
    const reply = await ask(nodes[turn++ % 2]!, name, request);
    if (reply.status >= 500 && reply.code !== "busy") throw new Error(`${name}: ${reply.code} ${reply.msg}`);
    return reply.status === 200 ? reply.payload : undefined;
  }
  const peopleOf = (one: { ticketId: number; quantity: number }) =>
    Array.from({ length: one.quantity }, (_, index) => ({
      ticketId: one.ticketId,
      firstName: `Guest ${index}`,
      email: index === 0 ? "mia@example.org" : null,
    }));
  const atProvider = (intent: string | undefined, act: (intent: string) => unknown) => {
    if (intent === undefined) return;
    try {
      act(intent);
    } catch {
      // The intent's state does not allow the action.
    }
  };

  async function perform(one: Step): Promise<void> {
    if (one.do === "pass") app.time.now = new Date(app.time.now.getTime() + one.minutes * 60_000);
    else if (one.do === "sweep") await nodes[turn++ % 2]!.checkout.sweep();
    else if (one.do === "lapse") {
      app.time.now = new Date(app.time.now.getTime() + 16 * 60_000);
      faults.pretendsToCancel = true;
      await nodes[turn++ % 2]!.checkout.sweep();
      faults.pretendsToCancel = false;
    } else if (one.do === "refund") await refundDue();
    else if (one.do === "fault") faults.next = one.kind;
    else if (one.do === "deliver") {
      Object.assign(app.stripe.deliver, { copies: one.copies, shuffle: one.shuffle });
      app.stripe.releaseWebhooks();
      await app.stripe.settled();
    } else if (!("who" in one)) await startPurchase(one);
    else {
      const purchase = purchases.at(-1 - (one.who % Math.max(1, purchases.length)));
      if (purchase !== undefined) await continuePurchase(one, purchase);
    }
  }

  async function startPurchase(one: Extract<Step, { paid: boolean }>): Promise<void> {
    const line = { ticketId: one.paid ? paid.id : free.id, quantity: one.quantity };
    const requestBody = {
      eventId: event.id,
      tickets: [line],
      extras: one.extras ? [{ extrasId: extras.id, quantity: 1 }] : [],
      promoCode: one.code ? code : null,
    };
    if (one.do === "hold") {
      const held = await send("registration/initRegistration", { body: requestBody });
      if (held === undefined) return;
      purchases.push({ ...line, registrationId: held.registration.id, accessKey: held.accessKey });
      return;
    }
    const reply = await send("registration/express", { body: { ...requestBody, attendees: peopleOf(line) } });
    if (reply === undefined) return;
    const { registration, accessKey, order } = reply;
    const purchase = { ...line, registrationId: registration.id, accessKey, orderId: order.id };
    purchases.push(purchase);
    if (one.do === "buy") await continuePurchase({ do: "start", who: 0 }, purchase);
  }

  async function continuePurchase(one: Extract<Step, { who: number }>, purchase: Purchase): Promise<void> {
    const { registrationId, accessKey, orderId, intent } = purchase;
    switch (one.do) {
      case "save":
        await send("registration/save", {
          body: { registrationId, accessKey, attendees: peopleOf(purchase) },
        });
        return;
      case "order": {
        const placed = await send("order/createOrder", { body: { registrationId, accessKey } });
        if (placed !== undefined) purchase.orderId = placed.order.id;
        return;
      }
      case "start": {
        if (orderId === undefined) return;
        const started = await send("stripe/create-payment-intent", { body: { orderId, accessKey } });
        if (started !== undefined) purchase.intent = started.paymentIntentId;
        return;
      }
      case "confirm":
        if (intent !== undefined)
          await send("stripe/confirm-payment", { body: { paymentIntentId: intent, accessKey } });
        return;
      case "look":
        if (intent !== undefined)
          await send("stripe/get-registration-from-payment", {
            query: { paymentIntentId: intent, accessKey },
          });
        return;
      case "release":
        await send("registration/releaseHold", { body: { registrationId, accessKey } });
        return;
      case "pay":
        return atProvider(intent, (id) => app.stripe.pay(id));
      case "decline":
        return atProvider(intent, (id) => app.stripe.decline(id));
      case "processing":
        return atProvider(intent, (id) => app.stripe.startProcessing(id));
      case "decide":
        return atProvider(intent, (id) => app.stripe.finishProcessing(id, one.outcome));
    }
  }

  for (const moment of moments) {
    await Promise.all(moment.map((one) => perform(one)));
    expect(await auditCounters(db)).toEqual([]);
  }
  await finishEverything();
  await checkOutcome(event.id);
}

async function refundDue(): Promise<void> {
  const due = await app.database.db
    .selectFrom("payments")
    .select("id")
    .where("state", "=", "refund_due")
    .execute();
  for (const { id } of due) {
    await app.checkout.refundLate(id).catch((error: unknown) => {
      if (!(error instanceof ProviderDown)) throw error;
    });
  }
}

async function finishEverything(): Promise<void> {
  faults.next = null;
  Object.assign(app.stripe.deliver, { copies: 1, shuffle: false });
  for (const { id, status } of app.stripe.book().intents) {
    if (status === "processing") app.stripe.finishProcessing(id, "succeeded");
  }
  // The first round can cause webhooks, which the second delivers.
  for (let round = 0; round < 2; round++) {
    app.stripe.releaseWebhooks();
    await app.stripe.settled();
    app.stripe.redeliver();
    await app.stripe.settled();
    app.time.now = new Date(app.time.now.getTime() + 20 * 60_000);
    await app.checkout.sweep();
    await refundDue();
  }
  app.stripe.releaseWebhooks();
  await app.stripe.settled();
}

async function checkOutcome(eventId: number): Promise<void> {
  const { db } = app.database;
  expect(await auditCounters(db)).toEqual([]);
  const { rows: open } = await sql`select id, state from registrations
    where event_id = ${eventId} and state in ('held', 'pending')`.execute(db);
  expect(open).toEqual([]);

  const { rows } = await sql<{ intent: string; registrationId: number; places: number; people: number }>`
    select p.provider_ref as intent, r.id as "registrationId", r.places,
      (select count(*)::int from attendees where registration_id = r.id) as people
    from registrations r join orders o on o.registration_id = r.id join payments p on p.id = o.payment_id
    where r.event_id = ${eventId} and p.provider_ref is not null`.execute(db);
  const { intents, refunds } = app.stripe.book();
  for (const { intent, registrationId, places, people } of rows) {
    const { status, amount } = intents.find(({ id }) => id === intent)!;
    const refunded = refunds.filter((refund) => refund.intentId === intent).map((refund) => refund.amount);
    const outcome = await outcomeOf(app, registrationId);
    if (status === "canceled" || (faults.uncancelled.has(intent) && status !== "succeeded")) {
      expect([outcome.registration, refunded]).toEqual([expect.stringMatching(/expired|cancelled/), []]);
      expect(outcome).toMatchObject({ order: "pending", ticketMails: 0, lateRefundMails: 0 });
    } else if (refunded.length === 0) {
      expect(status).toBe("succeeded");
      expect(outcome).toMatchObject({
        registration: "active",
        order: "paid",
        ticketMails: 1,
        lateRefundMails: 0,
      });
      expect(people).toBe(places);
    } else {
      expect([status, refunded]).toEqual(["succeeded", [amount]]);
      expect(outcome.registration).toMatch(/expired|cancelled/);
      expect(outcome).toMatchObject({
        order: "refunded",
        refunded: amount,
        ticketMails: 0,
        lateRefundMails: 1,
      });
    }
  }
  const known = new Set(
    (await db.selectFrom("payments").select("provider_ref").execute()).map((row) => row.provider_ref),
  );
  expect(intents.filter(({ id, status }) => status === "succeeded" && !known.has(id))).toEqual([]);
}

const buy: Step = { do: "buy", paid: true, quantity: 1, extras: true, code: false };
const withCode: Step = { ...buy, code: true };
const deliver: Step = { do: "deliver", copies: 2, shuffle: true };
/** Late payments: the places are free, are taken, or the code is used up. */
const examples: [Step[][]][] = [
  [[[buy], [{ do: "lapse" }], [{ do: "pay", who: 0 }], [deliver]]],
  [
    [
      [buy],
      [{ do: "lapse" }],
      [{ ...buy, quantity: 2 }],
      [{ do: "pay", who: 1 }],
      [deliver],
      [{ do: "refund" }],
    ],
  ],
  [[[withCode], [{ do: "lapse" }], [withCode], [{ do: "pay", who: 1 }], [deliver], [{ do: "refund" }]]],
];

const runs = historyCount({ all: 30, quick: 10 });

test(
  `in ${runs} random histories nothing is oversold, and all money paid ends in tickets or a full refund`,
  async () => {
    app.stripe.deliver.isPaused = true;
    // Shrinking would play hundreds of histories. The printed seed repeats the failed one.
    await fc.assert(fc.asyncProperty(history, play), { numRuns: runs, examples, endOnFailure: true });
  },
  runs * 5_000,
);
