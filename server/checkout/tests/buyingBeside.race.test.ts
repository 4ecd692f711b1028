import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { AppWithCheckout } from "../../app.ts";
import { createTurns } from "../../batcher.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type IsPaying, lockOrderWithStock, releaseStock } from "../../holds/orderStock.ts";
import { orderById } from "../../orders/rows.ts";
import { paymentByRef } from "../../payments/rows.ts";
import { ask, type TestApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildPackage, buildTicket, buildUser } from "../../testing/builders.ts";
import { placeTestOrder } from "../../testing/buying.ts";
import { runDueRefunds } from "../../testing/jobs.ts";
import { barrier } from "../../testing/meeting.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";
import { lockNoStock, lockNoStockOrders } from "../../testing/unlocked.ts";
import { purchaseExtras } from "../purchaseExtras.ts";
import { settle } from "../settle.ts";
import { createSponsorship } from "../sponsor.ts";
import { createStartPayment } from "../startPayment.ts";

let app: StripeApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

const sponsorData = { firstName: "Ada", email: "ada@example.org" };

async function eventWithLastPieces(node: TestApp) {
  const { db } = node.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 0 });
  const extras = await buildExtras(db, event.id, { price: 500, maxStock: 1 });
  const gold = await buildPackage(db, event.id, { availableCount: 1 });
  const { registrationId, accessKey } = await placeTestOrder(node, event.id, ticket.id);
  return {
    eventId: event.id,
    packageId: gold.id,
    packageBody: { eventId: event.id, packageId: gold.id, sponsorData },
    extrasBody: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 1 }] },
  };
}

async function startedSponsorship(node: TestApp) {
  const { packageBody, packageId } = await eventWithLastPieces(node);
  const { sponsorship, accessKey } = (await node.ask("sponsorship/create", { body: packageBody })).payload;
  const started = await node.ask("sponsorship/createSponsorshipPaymentIntent", {
    body: { sponsorshipId: sponsorship.id, accessKey },
  });
  const { paymentIntentId } = started.payload;
  const payment = (await paymentByRef(node.database.db, "stripe", paymentIntentId))!;
  const placed = await node.database.db
    .selectFrom("orders")
    .select("id")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  return { packageBody, packageId, accessKey, paymentIntentId, payment, orderId: placed.id };
}

describe("the last package and the last piece of an extra, requested six times on two nodes", () => {
  test("the last package and the last extra go to exactly one of six requests each, ten times", async () => {
    for (let round = 0; round < 10; round++) {
      const { packageBody, extrasBody } = await eventWithLastPieces(app);
      const nodes = [app, other, app, other, app, other];
      const [packageReplies, purchases] = await Promise.all([
        Promise.all(nodes.map((node) => ask(node, "sponsorship/create", { body: packageBody }))),
        Promise.all(nodes.map((node) => ask(node, "extras/purchaseExtras", { body: extrasBody }))),
      ]);
      for (const replies of [packageReplies, purchases]) {
        const codes = replies.map(({ status, code }) => code ?? String(status)).sort();
        expect(codes).toEqual(["200", "soldOut", "soldOut", "soldOut", "soldOut", "soldOut"]);
      }
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks and the constraints, the last package and the last extra are held more than once", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      const { db, pool } = node.database;
      const { provider } = node.services;
      const startPayment = createStartPayment(db, provider, createTurns());
      await pool.query("alter table sponsorship_packages drop constraint packages_limit");
      await pool.query("alter table extras drop constraint extras_stock");
      const { packageBody, extrasBody } = await eventWithLastPieces(node);
      const context = { idempotency: null, now: node.time.now };
      const body = { ...packageBody, isPublic: true, sponsorData: { ...packageBody.sponsorData, ...blank } };
      const [lockNoPackage, lockNoExtras] = [lockNoStock(barrier(3)), lockNoStock(barrier(3))];
      await Promise.all(
        [1, 2, 3].flatMap(() => [
          createSponsorship(db, body, { ...context, lock: lockNoPackage }),
          purchaseExtras(db, { provider, startPayment }, extrasBody, { ...context, lock: lockNoExtras }),
        ]),
      );
      const found = (await auditCounters(db)).map(({ what }) => what);
      expect(found).toEqual(expect.arrayContaining(["extras oversold", "package oversold"]));
    } finally {
      await node.close();
    }
  });
});
const blank = { lastName: "", phone: "", organization: "", message: "" };

describe("one sponsorship settled ten times at the same time", () => {
  test("a sponsorship settled ten times at the same time is sold once and gets one receipt mail", async () => {
    const { packageId, payment, paymentIntentId, orderId } = await startedSponsorship(app);
    app.stripe.deliver.drop = 1;
    app.stripe.pay(paymentIntentId);
    const intent = await app.services.provider.retrieve(paymentIntentId);
    const settleInput = { payment, intent, actor: "visitor", now: app.time.now };
    await Promise.all(Array.from({ length: 10 }, () => settle(app.database.db, settleInput)));
    const { rows } = await app.database.pool.query(
      `select sold_count, (select count(*)::int from mails where key = 'receipt:' || $2::text) as mails
        from sponsorship_packages where id = $1`,
      [packageId, orderId],
    );
    expect(rows).toEqual([{ sold_count: 1, mails: 1 }]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks and the constraints, a sponsorship is sold as often as it is settled", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      await node.database.pool.query("alter table sponsorship_packages drop constraint packages_limit");
      await node.database.pool.query(
        "alter table sponsorship_packages drop constraint sponsorship_packages_held_count_check",
      );
      const { packageId, payment, paymentIntentId } = await startedSponsorship(node);
      node.stripe.deliver.drop = 1;
      node.stripe.pay(paymentIntentId);
      const intent = await node.services.provider.retrieve(paymentIntentId);
      const lock = lockNoStockOrders(barrier(4));
      const settleInput = { payment, intent, actor: "visitor", now: node.time.now };
      await Promise.all(Array.from({ length: 4 }, () => settle(node.database.db, settleInput, lock)));
      const found = await auditCounters(node.database.db);
      expect(found).toContainEqual({ what: "package sold", id: packageId, kept: 4, counted: 1 });
    } finally {
      await node.close();
    }
  });
});

describe("a package whose hold ends during payment", () => {
  const end = { endedBefore: null, actor: "sweeper" };
  const endHold = async (isPaying?: IsPaying) => {
    const { orderId, packageBody } = await startedSponsorship(app);
    const { db } = app.database;
    const found = (await orderById(db, orderId))!;
    const isReleased = await inTransaction(db, async (tx) =>
      releaseStock(tx, await lockOrderWithStock(tx, found), end, isPaying),
    );
    return { isReleased, next: (await app.ask("sponsorship/create", { body: packageBody })).code };
  };

  test("a package whose hold ends is not released while its payment is open", async () => {
    expect(await endHold()).toEqual({ isReleased: false, next: "soldOut" });
  });

  test("control: without checking the payment, the next sponsor gets the package, and two may pay for it", async () => {
    expect(await endHold(async () => false)).toEqual({ isReleased: true, next: undefined });
  });

  test("a package paid as its hold ends is sold, or the payment is refused, whichever comes first", async () => {
    app.stripe.deliver.drop = 0;
    for (let round = 0; round < 5; round++) {
      const { packageBody, paymentIntentId, orderId } = await startedSponsorship(app);
      app.time.now = new Date(app.time.now.getTime() + 16 * 60_000);
      const pay = async () => {
        for (let turn = 0; turn < round * 12; turn++) await new Promise(setImmediate);
        try {
          app.stripe.pay(paymentIntentId);
          return true;
        } catch {
          return false; // The sweep cancelled the intent first.
        }
      };
      const [isPaid] = await Promise.all([pay(), app.checkout.sweep(), other.checkout.sweep()]);
      await app.stripe.settled();
      app.time.now = new Date(app.time.now.getTime() + 3 * 60_000);
      await app.checkout.sweep();
      await runDueRefunds(app);
      const stored = (await orderById(app.database.db, orderId))!;
      expect([stored.payment_status, stored.keeps]).toEqual(
        isPaid ? ["paid", "sold"] : ["failed", "nothing"],
      );
      const next = await app.ask("sponsorship/create", { body: packageBody });
      expect(next.code).toBe(isPaid ? "soldOut" : undefined);
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a late payment for a package that somebody else holds is refunded in full", async () => {
    const { packageBody, paymentIntentId, payment, orderId } = await startedSponsorship(app);
    const intent = await app.services.provider.retrieve(paymentIntentId);
    // The buyer can still pay, because the provider is not asked.
    await inTransaction(app.database.db, async (tx) =>
      releaseStock(tx, await lockOrderWithStock(tx, (await orderById(tx, orderId))!), end, async () => false),
    );
    expect(await app.ask("sponsorship/create", { body: packageBody })).toMatchObject({ status: 200 });
    app.stripe.deliver.drop = 1;
    app.stripe.pay(paymentIntentId);
    const paid = { ...intent, state: "succeeded", amountReceived: intent.amount } as const;
    await settle(app.database.db, { payment, intent: paid, actor: "visitor", now: app.time.now });
    await runDueRefunds(app);
    expect(await orderById(app.database.db, orderId)).toMatchObject({
      payment_status: "refunded",
      refunded_amount: 50_000,
      keeps: "nothing",
    });
    expect(await auditCounters(app.database.db)).toEqual([]);
  });
});

describe("extras whose payment has started", () => {
  test.each(["cancelled", "deleted"])(
    "extras that are paid after their registration was %s are refunded",
    async (change) => {
      const { extrasBody, eventId } = await eventWithLastPieces(app);
      const { registrationId } = extrasBody;
      const started = (await app.ask("extras/purchaseExtras", { body: extrasBody })).payload;
      const { db } = app.database;
      const { clubId } = (await app.ask("event/getEvent", { query: { eventId } })).payload;
      const token = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
      const reply =
        change === "cancelled"
          ? await app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token })
          : await app.ask("registration/removeRegistration", { query: { registrationId, eventId }, token });
      expect(reply.status).toBe(200);
      app.stripe.deliver.drop = 1;
      app.stripe.pay(started.paymentIntentId!);
      const payment = (await paymentByRef(db, "stripe", started.paymentIntentId!))!;
      const intent = await app.services.provider.retrieve(started.paymentIntentId!);
      await settle(db, { payment, intent, actor: "visitor", now: app.time.now });
      await runDueRefunds(app);
      expect(await orderById(db, started.order.id)).toMatchObject({
        payment_status: "refunded",
        refunded_amount: 500,
        keeps: "nothing",
      });
      expect(await auditCounters(db)).toEqual([]);
    },
  );
});
