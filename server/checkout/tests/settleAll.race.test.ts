import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import type { CurrentIntent } from "../../payments/provider.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { ask } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { expressPayment, people, startTestPayment } from "../../testing/buying.ts";
import { runDueRefunds } from "../../testing/jobs.ts";
import { barrier } from "../../testing/meeting.ts";
import { outcomeOf } from "../../testing/outcome.ts";
import { paidIntent } from "../../testing/paidIntent.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";
import { lockNoOrders } from "../../testing/unlocked.ts";
import { createSettle, type SettleInput, settle, settleAll } from "../settle.ts";

let app: StripeApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

const db = () => app.database.db;

async function webhookInput(providerRef: string, change: Partial<CurrentIntent> = {}) {
  return {
    ...(await paidIntent(db(), providerRef, change)),
    actor: "provider:stripe",
    now: app.time.now,
    delivery: { eventId: `evt_${providerRef}`, type: "payment_intent.succeeded", providerRef },
  };
}

const settleTogether = (all: readonly SettleInput[]) => inTransaction(db(), (tx) => settleAll(tx, all));

const soldOutcome = {
  registration: "active",
  order: "paid",
  payment: "succeeded",
  refunded: 0,
  ticketMails: 1,
  lateRefundMails: 0,
};

/** Values of a purchase's rows that are the same in equal purchases. */
async function traces(registrationId: number): Promise<unknown> {
  const { rows } = await sql<{ traces: unknown }>`select json_build_object(
    'registration', (select json_build_object('state', state, 'expires', expires_at) from registrations where id = ${registrationId}),
    'order', (select json_build_object('status', payment_status, 'paid', paid_at is not null) from orders where registration_id = ${registrationId}),
    'payment', (select json_build_object('state', p.state, 'decline', decline_code, 'attention', attention, 'refunded', p.refunded_amount, 'disputes', disputes,
        'fee', fee_amount, 'feeIn', fee_currency)
      from payments p join orders o on o.payment_id = p.id where o.registration_id = ${registrationId}),
    'history', (select json_agg(json_build_object('actor', actor, 'entity', entity, 'action', action, 'detail', detail - 'paymentId' - 'refundIds') order by id)
      from audit_log where (entity, entity_id) in (values ('registration', ${registrationId}::bigint))
        or entity = 'order' and entity_id in (select id from orders where registration_id = ${registrationId})),
    'purchases', (select json_agg(extras_data) from extras_purchases where registration_id = ${registrationId}),
    'mails', (select json_agg(json_build_object('kind', kind, 'to', recipient) order by recipient)
      from mails where key like 'tickets:' || ${registrationId}::bigint || ':%'),
    'events', (select count(*) from payment_events e join payments p on p.provider_ref = e.payment_ref
      join orders o on o.payment_id = p.id where o.registration_id = ${registrationId})) as traces`.execute(
    db(),
  );
  return rows[0]!.traces;
}

describe("payments settled together", () => {
  test("payments settled together store the same values as one settled alone, extras and guest mails included", async () => {
    const event = await buildEvent(db(), { config: { saveAllAttendeesDetails: true } });
    const ticket = await buildTicket(db(), event.id, { maxStock: 50 });
    const extras = await buildExtras(db(), event.id);
    const buyWithExtras = async () => {
      const held = await app.ask("registration/initRegistration", {
        body: {
          eventId: event.id,
          tickets: [{ ticketId: ticket.id, quantity: 2 }],
          extras: [{ extrasId: extras.id, quantity: 2 }],
        },
      });
      const proof = { registrationId: held.payload.registration.id, accessKey: held.payload.accessKey };
      const attendees = people(ticket.id, 2).map((person, index) =>
        index === 1 ? { ...person, email: "guest@example.org" } : person,
      );
      await app.ask("registration/save", { body: { ...proof, attendees } });
      const placed = (await app.ask("order/createOrder", { body: proof })).payload.order;
      const started = await app.ask("stripe/create-payment-intent", {
        body: { orderId: placed.id, accessKey: proof.accessKey },
      });
      return { ...proof, intent: started.payload.paymentIntentId };
    };
    const all = [await buyWithExtras(), await buyWithExtras(), await buyWithExtras(), await buyWithExtras()];
    const fee = { amount: 61, currency: "usd" };
    const [first, ...rest] = await Promise.all(all.map(({ intent }) => webhookInput(intent, { fee })));
    await settle(db(), first!);
    expect(await settleTogether(rest)).toEqual([true, true, true]);
    const [alone, ...others] = await Promise.all(all.map(({ registrationId }) => traces(registrationId)));
    expect(alone).toMatchObject({ registration: { state: "active" }, order: { paid: true }, events: 1 });
    expect(alone).toMatchObject({ payment: { fee: 61, feeIn: "usd" } });
    for (const one of others) expect(one).toEqual(alone);
    expect(await auditCounters(db())).toEqual([]);
    expect(await auditFigures(db())).toEqual([]);
  });

  test("payments settled together are each settled as if alone, whatever the others are", async () => {
    const event = await buildEvent(db());
    const ticket = await buildTicket(db(), event.id, { maxStock: 50 });
    const buy = async (change: Partial<CurrentIntent> = {}) => {
      const purchase = await startTestPayment(app, event.id, ticket.id);
      return { ...purchase, webhook: await webhookInput(purchase.paymentIntentId, change) };
    };
    const buyAndRelease = async () => {
      const purchase = await buy();
      const { registrationId, accessKey } = purchase;
      await app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
      return purchase;
    };
    const dispute = { ref: "du_1", stage: "chargeback", state: "open", dueBy: null } as const;
    const kinds = [
      () => buy(),
      () => buy({ amountReceived: 1 }),
      () => buy({ refundedAmount: 1000 }),
      () => buy({ refundedAmount: 2500 }),
      () => buy({ disputes: [dispute] }),
      () => buy({ state: "requires_payment", amountReceived: 0, declineCode: "generic_decline" }),
      () => buy({ state: "cancelled", amountReceived: 0 }),
      buyAndRelease,
    ];
    const alone: Awaited<ReturnType<typeof buy>>[] = [];
    const all: typeof alone = [];
    for (const make of kinds) {
      alone.push(await make());
      all.push(await make());
    }
    for (const one of alone) await settle(db(), one.webhook);
    expect(await settleTogether(all.map((one) => one.webhook))).toEqual(all.map(() => true));
    for (const [index, one] of all.entries())
      expect(await traces(one.registrationId)).toEqual(await traces(alone[index]!.registrationId));
    expect(await auditCounters(db())).toEqual([]);
    expect(await auditFigures(db())).toEqual([]);
  });

  test("a payment is not changed by an intent that is not its own, or by an event that was already processed", async () => {
    const event = await buildEvent(db());
    const ticket = await buildTicket(db(), event.id, { maxStock: 50 });
    const purchases = await Promise.all([1, 2, 3].map(() => startTestPayment(app, event.id, ticket.id)));
    const inputs = await Promise.all(purchases.map((one) => webhookInput(one.paymentIntentId)));
    const [foreign, processed, own] = inputs;
    foreign!.intent = { ...foreign!.intent, providerRef: "pi_of_somebody_else" };
    await sql`insert into payment_events (provider, event_id, type)
      values ('stripe', ${processed!.delivery.eventId}, 'seen')`.execute(db());
    const unchanged = purchases.slice(0, 2);
    const before = await Promise.all(unchanged.map(({ registrationId }) => traces(registrationId)));
    expect(await settleTogether([foreign!, processed!, own!, own!])).toEqual([false, true, true, true]);
    const after = await Promise.all(unchanged.map(({ registrationId }) => traces(registrationId)));
    expect(after).toEqual(before);
    expect(await outcomeOf(app, purchases[2]!.registrationId)).toEqual(soldOutcome);
  });

  test("a settlement is refused when too many wait, and the message says that the payment may have succeeded", async () => {
    const event = await buildEvent(db());
    const ticket = await buildTicket(db(), event.id, { maxStock: 50 });
    const paid = await webhookInput((await startTestPayment(app, event.id, ticket.id)).paymentIntentId);
    // Its turn in the queue never comes.
    const settleInTurn = createSettle(db(), () => new Promise(() => {}));
    // As many as a batcher lets wait.
    for (let n = 0; n < 20_000; n++) void settleInTurn(paid);
    await expect(settleInTurn(paid)).rejects.toMatchObject({
      code: "busy",
      message:
        "Your payment may have succeeded, so do not pay again. We keep checking, and mail you as soon as we know.",
    });
  });

  test("30 payments are each settled once by repeated webhooks, two sweepers and ten browsers on two nodes", async () => {
    const event = await buildEvent(db());
    const ticket = await buildTicket(db(), event.id, { maxStock: 40 });
    const buyers = await Promise.all(
      Array.from({ length: 30 }, () => expressPayment(app, event.id, ticket.id)),
    );
    app.stripe.deliver.copies = 2;
    for (const { paymentIntentId } of buyers) app.stripe.pay(paymentIntentId);
    const browsers = buyers
      .slice(0, 10)
      .map(({ paymentIntentId, accessKey }) =>
        ask(other, "stripe/confirm-payment", { body: { paymentIntentId, accessKey } }),
      );
    app.time.now = new Date(app.time.now.getTime() + 180_000);
    await Promise.all([...browsers, app.checkout.sweep(), other.checkout.sweep(), app.stripe.settled()]);
    app.stripe.deliver.copies = 1;
    for (const { registrationId } of buyers) {
      expect(await outcomeOf(app, registrationId)).toEqual(soldOutcome);
      const { history } = (await traces(registrationId)) as { history: { entity: string; action: string }[] };
      expect(history.filter(({ entity, action }) => entity === "order" && action === "paid")).toHaveLength(1);
    }
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId: event.id } })).payload;
    expect(stock?.currentStock).toBe(10);
    await runDueRefunds(app);
    expect(app.stripe.book().refunds).toEqual([]);
    expect(await auditCounters(db())).toEqual([]);
    expect(await auditFigures(db())).toEqual([]);
  });

  test("control: without the locks, two batches sell the same places twice", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      const event = await buildEvent(node.database.db);
      const ticket = await buildTicket(node.database.db, event.id, { maxStock: 20 });
      const { paymentIntentId } = await expressPayment(node, event.id, ticket.id);
      // Without another held place a constraint would refuse the wrong counter.
      await expressPayment(node, event.id, ticket.id);
      node.stripe.deliver.drop = 1;
      node.stripe.pay(paymentIntentId);
      const intent = await node.services.provider.retrieve(paymentIntentId);
      const payment = { id: intent.paymentId!, provider: "stripe" };
      const paid = { payment, intent, actor: "provider:stripe", now: node.time.now };
      const lock = lockNoOrders(barrier(2));
      await Promise.all(
        [1, 2].map(() => inTransaction(node.database.db, (tx) => settleAll(tx, [paid], lock))),
      );
      const found = await auditCounters(node.database.db);
      expect(found).toContainEqual({ what: "ticket sold", id: ticket.id, kept: 2, counted: 1 });
    } finally {
      await node.close();
    }
  });
});
