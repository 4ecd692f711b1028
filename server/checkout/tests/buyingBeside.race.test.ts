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
import { order } from "../../testing/buying.ts";
import { workOffRefunds } from "../../testing/jobs.ts";
import { meeting } from "../../testing/meeting.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";
import { unlockedStock, unlockedStockOrders } from "../../testing/unlocked.ts";
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

/** An event with one package and one piece of an extra left, and a registration with a ticket. */
async function lastOnes(node: TestApp) {
  const { db } = node.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 0 });
  const extras = await buildExtras(db, event.id, { price: 500, maxStock: 1 });
  const gold = await buildPackage(db, event.id, { availableCount: 1 });
  const { registrationId, accessKey } = await order(node, event.id, ticket.id);
  return {
    eventId: event.id,
    packageId: gold.id,
    gift: { eventId: event.id, packageId: gold.id, sponsorData },
    wish: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 1 }] },
  };
}

/** A sponsor's package whose payment has begun. */
async function sponsored(node: TestApp) {
  const { gift, packageId } = await lastOnes(node);
  const { sponsorship, accessKey } = (await node.ask("sponsorship/create", { body: gift })).payload;
  const begun = await node.ask("sponsorship/createSponsorshipPaymentIntent", {
    body: { sponsorshipId: sponsorship.id, accessKey },
  });
  const { paymentIntentId } = begun.payload;
  const payment = (await paymentByRef(node.database.db, "stripe", paymentIntentId))!;
  const placed = await node.database.db
    .selectFrom("orders")
    .select("id")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  return { gift, packageId, accessKey, paymentIntentId, payment, orderId: placed.id };
}

describe("the last package and the last piece of an extra, wanted by six on two nodes", () => {
  test("go to exactly one each, ten times", async () => {
    for (let round = 0; round < 10; round++) {
      const { gift, wish } = await lastOnes(app);
      const nodes = [app, other, app, other, app, other];
      const [gifts, purchases] = await Promise.all([
        Promise.all(nodes.map((node) => ask(node, "sponsorship/create", { body: gift }))),
        Promise.all(nodes.map((node) => ask(node, "extras/purchaseExtras", { body: wish }))),
      ]);
      for (const reply of [gifts, purchases]) {
        const codes = reply.map(({ status, code }) => code ?? String(status)).sort();
        expect(codes).toEqual(["200", "soldOut", "soldOut", "soldOut", "soldOut", "soldOut"]);
      }
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks and the constraints they go to all of them", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      const { db, pool } = node.database;
      const { provider } = node.services;
      const startPayment = createStartPayment(db, provider, createTurns());
      await pool.query("alter table sponsorship_packages drop constraint packages_limit");
      await pool.query("alter table extras drop constraint extras_stock");
      const { gift, wish } = await lastOnes(node);
      const given = { idempotency: null, now: node.time.now };
      const body = { ...gift, isPublic: true, sponsorData: { ...gift.sponsorData, ...blank } };
      const [toSponsor, toBuy] = [unlockedStock(meeting(3)), unlockedStock(meeting(3))];
      await Promise.all(
        [1, 2, 3].flatMap(() => [
          createSponsorship(db, body, { ...given, take: toSponsor }),
          purchaseExtras(db, { provider, startPayment }, wish, { ...given, take: toBuy }),
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

describe("one sponsorship settled by ten at once", () => {
  test("is sold and thanked for once", async () => {
    const { packageId, payment, paymentIntentId, orderId } = await sponsored(app);
    app.stripe.deliver.drop = 1;
    app.stripe.pay(paymentIntentId);
    const intent = await app.services.provider.retrieve(paymentIntentId);
    const settling = { payment, intent, actor: "visitor", now: app.time.now };
    await Promise.all(Array.from({ length: 10 }, () => settle(app.database.db, settling)));
    const { rows } = await app.database.pool.query(
      `select sold_count, (select count(*)::int from mails where key = 'receipt:' || $2::text) as mails
        from sponsorship_packages where id = $1`,
      [packageId, orderId],
    );
    expect(rows).toEqual([{ sold_count: 1, mails: 1 }]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks it is sold as often as it is settled", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      await node.database.pool.query("alter table sponsorship_packages drop constraint packages_limit");
      await node.database.pool.query(
        "alter table sponsorship_packages drop constraint sponsorship_packages_held_count_check",
      );
      const { packageId, payment, paymentIntentId } = await sponsored(node);
      node.stripe.deliver.drop = 1;
      node.stripe.pay(paymentIntentId);
      const intent = await node.services.provider.retrieve(paymentIntentId);
      const take = unlockedStockOrders(meeting(4));
      const settling = { payment, intent, actor: "visitor", now: node.time.now };
      await Promise.all(Array.from({ length: 4 }, () => settle(node.database.db, settling, take)));
      const found = await auditCounters(node.database.db);
      expect(found).toContainEqual({ what: "package sold", id: packageId, kept: 4, counted: 1 });
    } finally {
      await node.close();
    }
  });
});

describe("what is being paid when its time is over", () => {
  const end = { endedBefore: null, actor: "sweeper" };
  const ended = async (isPaying?: IsPaying) => {
    const { orderId, gift } = await sponsored(app);
    const { db } = app.database;
    const found = (await orderById(db, orderId))!;
    const isOver = await inTransaction(db, async (tx) =>
      releaseStock(tx, await lockOrderWithStock(tx, found), end, isPaying),
    );
    return { isOver, next: (await app.ask("sponsorship/create", { body: gift })).code };
  };

  test("is kept until the provider has decided", async () => {
    expect(await ended()).toEqual({ isOver: false, next: "soldOut" });
  });

  test("control: without looking at the payment it goes to the next, and two may pay for one", async () => {
    expect(await ended(async () => false)).toEqual({ isOver: true, next: undefined });
  });

  test("is sold, or the money goes back, whoever comes first", async () => {
    app.stripe.deliver.drop = 0;
    for (let round = 0; round < 5; round++) {
      const { gift, paymentIntentId, orderId } = await sponsored(app);
      app.time.now = new Date(app.time.now.getTime() + 16 * 60_000);
      const pay = async () => {
        for (let turn = 0; turn < round * 12; turn++) await new Promise(setImmediate);
        try {
          app.stripe.pay(paymentIntentId);
          return true;
        } catch {
          return false; // The sweeper was faster, so the bank refused.
        }
      };
      const [isPaid] = await Promise.all([pay(), app.checkout.sweep(), other.checkout.sweep()]);
      await app.stripe.settled();
      app.time.now = new Date(app.time.now.getTime() + 3 * 60_000);
      await app.checkout.sweep();
      await workOffRefunds(app);
      const now = (await orderById(app.database.db, orderId))!;
      expect([now.payment_status, now.keeps]).toEqual(isPaid ? ["paid", "sold"] : ["failed", "nothing"]);
      const next = await app.ask("sponsorship/create", { body: gift });
      expect(next.code).toBe(isPaid ? "soldOut" : undefined);
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("and finds it sold to another when the money comes late, goes back in full", async () => {
    const { gift, paymentIntentId, payment, orderId } = await sponsored(app);
    const intent = await app.services.provider.retrieve(paymentIntentId);
    // The hold ends without asking the provider, as after restoring a backup.
    await inTransaction(app.database.db, async (tx) =>
      releaseStock(tx, await lockOrderWithStock(tx, (await orderById(tx, orderId))!), end, async () => false),
    );
    expect(await app.ask("sponsorship/create", { body: gift })).toMatchObject({ status: 200 });
    app.stripe.deliver.drop = 1;
    app.stripe.pay(paymentIntentId);
    const reply = { ...intent, state: "succeeded", amountReceived: intent.amount } as const;
    await settle(app.database.db, { payment, intent: reply, actor: "visitor", now: app.time.now });
    await workOffRefunds(app);
    expect(await orderById(app.database.db, orderId)).toMatchObject({
      payment_status: "refunded",
      refunded_amount: 50_000,
      keeps: "nothing",
    });
    expect(await auditCounters(app.database.db)).toEqual([]);
  });
});

describe("extras that are being paid", () => {
  test.each(["cancelled", "deleted"])("when their registration is %s, are paid back", async (what) => {
    const { wish, eventId } = await lastOnes(app);
    const { registrationId } = wish;
    const begun = (await app.ask("extras/purchaseExtras", { body: wish })).payload;
    const { db } = app.database;
    const { clubId } = (await app.ask("event/getEvent", { query: { eventId } })).payload;
    const token = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
    const reply =
      what === "cancelled"
        ? await app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token })
        : await app.ask("registration/removeRegistration", { query: { registrationId, eventId }, token });
    expect(reply.status).toBe(200);
    app.stripe.deliver.drop = 1;
    app.stripe.pay(begun.paymentIntentId!);
    const payment = (await paymentByRef(db, "stripe", begun.paymentIntentId!))!;
    const intent = await app.services.provider.retrieve(begun.paymentIntentId!);
    await settle(db, { payment, intent, actor: "visitor", now: app.time.now });
    await workOffRefunds(app);
    expect(await orderById(db, begun.order.id)).toMatchObject({
      payment_status: "refunded",
      refunded_amount: 500,
      keeps: "nothing",
    });
    expect(await auditCounters(db)).toEqual([]);
  });
});
