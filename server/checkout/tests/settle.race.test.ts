import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { endHolds } from "../../holds/move.ts";
import { paymentByRef } from "../../payments/rows.ts";
import { ask } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { expressPayment, hold, people } from "../../testing/buying.ts";
import { signBody } from "../../testing/fakeStripe/webhooks.ts";
import { runDueRefunds } from "../../testing/jobs.ts";
import { barrier } from "../../testing/meeting.ts";
import { outcomeOf } from "../../testing/outcome.ts";
import { paidIntent } from "../../testing/paidIntent.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";
import { lockNoOrders } from "../../testing/unlocked.ts";
import { settle } from "../settle.ts";

let app: StripeApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};

const sendDelivery = (node: Pick<AppWithCheckout, "http">, eventId: string, intent: string) => {
  const object = { object: "payment_intent", id: intent };
  const body = JSON.stringify({ id: eventId, type: "payment_intent.succeeded", data: { object } });
  return node.http.inject({
    method: "POST",
    url: "/api/stripe/webhook",
    payload: body,
    headers: { "stripe-signature": signBody(body, app.stripe.webhookSecret, app.time.now) },
  });
};

async function countTransitions(
  registrationId: number,
): Promise<{ sold: number; paid: number; purchases: number }> {
  const { rows } = await sql<{ sold: number; paid: number; purchases: number }>`select
    (select count(*)::int from audit_log where entity = 'registration' and entity_id = ${registrationId} and action = 'active') as sold,
    (select count(*)::int from audit_log a join orders o on o.id = a.entity_id
      where a.entity = 'order' and o.registration_id = ${registrationId} and a.action = 'paid') as paid,
    (select count(*)::int from extras_purchases where registration_id = ${registrationId}) as purchases`.execute(
    app.database.db,
  );
  return rows[0]!;
}

describe("one order settled concurrently by the browser, 20 webhooks and two sweepers", () => {
  test("an order that is settled many times concurrently has one set of tickets, one mail per person, one extras purchase", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 20 });
    const extras = await buildExtras(app.database.db, event.id);
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
    const { order } = (await app.ask("order/createOrder", { body: proof })).payload;
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId: order.id, accessKey: proof.accessKey },
    });
    const query = { paymentIntentId: started.payload.paymentIntentId, accessKey: proof.accessKey };
    app.stripe.deliver.drop = 1;
    app.stripe.pay(query.paymentIntentId);
    minutesPass(3);

    const nodes = [app, other];
    const webhooks = Array.from({ length: 20 }, (_, index) =>
      sendDelivery(nodes[index % 2]!, index < 10 ? "evt_one" : `evt_${index}`, query.paymentIntentId),
    );
    const browsers = nodes.flatMap((node) => [
      ask(node, "stripe/confirm-payment", { body: query }),
      ask(node, "stripe/get-registration-from-payment", { query }),
    ]);
    const sweeps = nodes.map((node) => node.checkout.sweep());
    const answers = await Promise.all([...webhooks, ...browsers]);
    await Promise.all(sweeps);

    expect(answers.map((answer) => ("status" in answer ? answer.status : answer.statusCode))).toEqual(
      answers.map(() => 200),
    );
    const [confirmed] = await Promise.all(browsers);
    expect(confirmed!.payload).toMatchObject({ processed: true, registration: { state: "active" } });
    expect(await outcomeOf(app, proof.registrationId)).toEqual({
      registration: "active",
      order: "paid",
      payment: "succeeded",
      refunded: 0,
      ticketMails: 2,
      lateRefundMails: 0,
    });
    expect(await countTransitions(proof.registrationId)).toEqual({ sold: 1, paid: 1, purchases: 1 });
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId: event.id } })).payload;
    expect(stock?.currentStock).toBe(18);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks, an order's places are sold as often as it is settled", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      const event = await buildEvent(node.database.db);
      const ticket = await buildTicket(node.database.db, event.id, { maxStock: 20 });
      const { paymentIntentId } = await expressPayment(node, event.id, ticket.id);
      // Without other held places a constraint would refuse the wrong counter.
      await hold(node, event.id, ticket.id, 9);
      const payment = (await paymentByRef(node.database.db, "stripe", paymentIntentId))!;
      node.stripe.deliver.drop = 1;
      node.stripe.pay(paymentIntentId);
      const intent = await node.services.provider.retrieve(paymentIntentId);
      const lock = lockNoOrders(barrier(4));
      const settleInput = { payment, intent, actor: "visitor", now: node.time.now };
      await Promise.all(Array.from({ length: 4 }, () => settle(node.database.db, settleInput, lock)));
      const found = await auditCounters(node.database.db);
      expect(found).toContainEqual({ what: "ticket sold", id: ticket.id, kept: 4, counted: 1 });
    } finally {
      await node.close();
    }
  });
});

describe("a payment at the instant the hold ends", () => {
  test("a payment made as its hold ends gives tickets or takes no money, in 50 interleavings", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 60 });
    app.stripe.deliver.drop = 0;
    const paid: number[] = [];
    for (let round = 0; round < 5; round++) {
      const buyers = await Promise.all(
        Array.from({ length: 10 }, () => expressPayment(app, event.id, ticket.id)),
      );
      minutesPass(15);
      const sweeping = Promise.all([app.checkout.sweep(), other.checkout.sweep()]);
      const pay = async (intent: string, index: number) => {
        for (let turn = 0; turn < round * 4 + index * 6; turn++) await new Promise(setImmediate);
        if (index === 9) await sweeping;
        try {
          app.stripe.pay(intent);
        } catch {
          return; // The sweep cancelled the intent first.
        }
        paid.push(buyers.find((buyer) => buyer.paymentIntentId === intent)!.registrationId);
      };
      await Promise.all([
        sweeping,
        ...buyers.map((buyer, index) => pay(buyer.paymentIntentId, index)),
        ...buyers.map(({ paymentIntentId, accessKey }) =>
          app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } }),
        ),
      ]);
      await app.stripe.settled();
      minutesPass(3);
      await app.checkout.sweep();
      await runDueRefunds(app);
      await app.stripe.settled();
      for (const { registrationId, paymentIntentId } of buyers) {
        const { status } = app.stripe.book().intents.find(({ id }) => id === paymentIntentId)!;
        const outcome = await outcomeOf(app, registrationId);
        if (paid.includes(registrationId)) {
          expect(status).toBe("succeeded");
          expect(outcome).toMatchObject({
            registration: "active",
            order: "paid",
            refunded: 0,
            ticketMails: 1,
          });
        } else {
          expect(status).toBe("canceled");
          expect(outcome).toMatchObject({ registration: "expired", order: "pending", ticketMails: 0 });
        }
      }
    }
    expect(app.stripe.book().refunds).toEqual([]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a payment for the last place as its hold ends gives tickets or a full refund, 50 times", async () => {
    const counts = { tickets: 0, refund: 0 };
    app.stripe.deliver.drop = 1;
    const event = await buildEvent(app.database.db);
    const paidPurchase = async () => {
      const ticket = await buildTicket(app.database.db, event.id, { maxStock: 1 });
      const { registrationId, paymentIntentId } = await expressPayment(app, event.id, ticket.id);
      const paymentAndIntent = await paidIntent(app.database.db, paymentIntentId);
      app.stripe.pay(paymentIntentId);
      return { ticket, registrationId, ...paymentAndIntent };
    };
    const all = await Promise.all(Array.from({ length: 50 }, paidPurchase));
    for (const [round, { ticket, registrationId, payment, intent }] of all.entries()) {
      const end = { to: "expired", endedBefore: null, actor: "sweeper" } as const;
      const steps = [
        () =>
          inTransaction(app.database.db, (tx) => endHolds(tx, [registrationId], end, async () => new Set())),
        () => settle(app.database.db, { payment, intent, actor: "visitor", now: app.time.now }),
        () =>
          ask(other, "registration/initRegistration", {
            body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
          }),
      ];
      const from = round % 3;
      const orderOfSteps = [...steps.slice(from), ...steps.slice(0, from)];
      if (round % 2 === 1) orderOfSteps.reverse();
      // In six rounds the steps run one after another, so that both results occur.
      if (round < 6) for (const step of orderOfSteps) await step();
      else await Promise.all(orderOfSteps.map((step) => step()));
      if ((await outcomeOf(app, registrationId)).order === "failed") {
        await app.checkout.refundLate(payment.id);
        expect(await outcomeOf(app, registrationId)).toMatchObject({
          registration: "expired",
          order: "refunded",
          refunded: 2500,
          ticketMails: 0,
          lateRefundMails: 1,
        });
        counts.refund++;
      } else {
        expect(await outcomeOf(app, registrationId)).toMatchObject({
          registration: "active",
          order: "paid",
          refunded: 0,
          ticketMails: 1,
          lateRefundMails: 0,
        });
        counts.tickets++;
      }
    }
    expect(counts.tickets + counts.refund).toBe(50);
    expect(Math.min(counts.tickets, counts.refund)).toBeGreaterThan(0);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks, an ended hold's places are sold as if they were still held", async () => {
    const node = await stripeApp();
    try {
      const event = await buildEvent(node.database.db);
      const ticket = await buildTicket(node.database.db, event.id, { maxStock: 20 });
      const { paymentIntentId, registrationId } = await expressPayment(node, event.id, ticket.id);
      await hold(node, event.id, ticket.id, 9);
      const payment = (await paymentByRef(node.database.db, "stripe", paymentIntentId))!;
      node.stripe.deliver.drop = 1;
      node.stripe.pay(paymentIntentId);
      const intent = await node.services.provider.retrieve(paymentIntentId);
      const endMeanwhile = async () => {
        const end = { to: "expired", endedBefore: null, actor: "sweeper" } as const;
        await inTransaction(node.database.db, (tx) =>
          endHolds(tx, [registrationId], end, async () => new Set()),
        );
      };
      const settleInput = { payment, intent, actor: "visitor", now: node.time.now };
      await settle(node.database.db, settleInput, lockNoOrders(endMeanwhile));
      const found = await auditCounters(node.database.db);
      expect(found).toContainEqual({ what: "ticket held", id: ticket.id, kept: 8, counted: 9 });
    } finally {
      await node.close();
    }
  });
});
