import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { inTransaction, type Tx } from "../../db/pool.ts";
import { lockReceiptCounters } from "../../orders/receiptNumbers.ts";
import { orderById } from "../../orders/rows.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { card, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { barrier } from "../../testing/meeting.ts";
import { hangTimeoutMs } from "../../testing/patience.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let clubId: number;
let eventId: number;
let ticketId: number;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  clubId = (await buildClub(app.database.db, "Harbour Rowers")).id;
  ({ eventId, ticketId } = await buildSale(clubId));
});

async function buildSale(ofClub: number) {
  const event = await buildEvent(app.database.db, { clubId: ofClub });
  const ticket = await buildTicket(app.database.db, event.id, { price: 2500, maxStock: 1000 });
  return { eventId: event.id, ticketId: ticket.id };
}

const startOrder = async () => (await startTestPayment(app, eventId, ticketId)).order.id;
const numberOf = async (orderId: number) => (await orderById(app.database.db, orderId))!.receipt_number;
const markPaid = (tx: Tx, orderId: number) =>
  sql`update orders set payment_status = 'paid', paid_at = now() where id = ${orderId}`.execute(tx);

describe("receipt numbers", () => {
  test("orders of a club that are paid at the same time get consecutive numbers, over all its events", async () => {
    const other = await buildSale(clubId);
    const started = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        index % 2 === 0
          ? startTestPayment(app, eventId, ticketId)
          : startTestPayment(app, other.eventId, other.ticketId),
      ),
    );
    expect(new Set(started.map(({ order }) => order.receiptNumber))).toEqual(new Set([null]));
    const replies = await Promise.all(
      started.map(({ paymentIntentId, accessKey }) =>
        app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } }),
      ),
    );
    const numbers = replies.map(({ payload }) => payload.order.receiptNumber!);
    expect(numbers.sort((one, two) => one - two)).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 1),
    );
  });

  test("an order that staff mark as paid gets the next number, and keeps it when it is refunded", async () => {
    const paidOnline = await startTestPayment(app, eventId, ticketId);
    await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: paidOnline.paymentIntentId, accessKey: paidOnline.accessKey, card: card() },
    });
    const orderId = await startOrder();
    const token = await openSession(
      app.database.db,
      (await buildUser(app.database.db, ADMIN, clubId)).id,
      app.time.now,
    );
    await app.ask("order/markPaid", {
      body: { orderId, paidBy: "cash", amount: 2500 },
      token,
    });
    expect(await numberOf(orderId)).toBe(2);
    await app.ask("order/refund", { body: { orderId, amount: 2500 }, token });
    expect(await numberOf(orderId)).toBe(2);
  });

  test("each club has its own numbers, and free orders have no number", async () => {
    const { id } = await buildClub(app.database.db, "Hill Walkers");
    const other = await buildSale(id);
    const free = await buildTicket(app.database.db, eventId, { price: 0 });
    const freeOrder = await placeTestOrder(app, eventId, free.id);
    expect(await numberOf(freeOrder.order.id)).toBeNull();
    const orderId = await startOrder();
    const { order } = await startTestPayment(app, other.eventId, other.ticketId);
    await inTransaction(app.database.db, (tx) => markPaid(tx, order.id));
    await inTransaction(app.database.db, (tx) => markPaid(tx, orderId));
    expect([await numberOf(order.id), await numberOf(orderId)]).toEqual([1, 1]);
  });

  /**
   * A payment fails after its order was marked as paid, while another order of the club is paid, which must wait if
   * `waits`. Returns the number of the other order.
   */
  async function payBesideFailure(waits: boolean): Promise<number | null> {
    const failing = await startOrder();
    ({ eventId, ticketId } = await buildSale(clubId));
    const second = await startOrder();
    const { db } = app.database;
    let paid: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await markPaid(tx, failing);
      paid = inTransaction(db, (other) => markPaid(other, second));
      if (waits)
        await vi.waitFor(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
          expect(rows).toHaveLength(1);
        }, hangTimeoutMs);
      else await paid;
      throw new Error("the payment fails");
    }).catch(() => {});
    await paid;
    expect(await numberOf(failing)).toBeNull();
    return numberOf(second);
  }

  test("an order whose payment fails gets no number, and the next order waits for it and gets the first number", async () => {
    expect(await payBesideFailure(true)).toBe(1);
  });

  test("control: with a sequence in place of the counter, the number of the failed payment is missing", async () => {
    const sharedApp = app;
    app = await testApp();
    try {
      clubId = (await buildClub(app.database.db, "Harbour Rowers")).id;
      ({ eventId, ticketId } = await buildSale(clubId));
      await app.database.pool.query(`create sequence numbers;
        create or replace function number_receipts() returns trigger language plpgsql as $$
        begin
          insert into receipts select o.id, e.club_id, nextval('numbers') from now_are o join events e on e.id = o.event_id
            where o.paid_at is not null and not exists (select from receipts r where r.order_id = o.id);
          return null;
        end $$`);
      expect(await payBesideFailure(false)).toBe(2);
    } finally {
      await app.close();
      app = sharedApp;
    }
  });

  /** Two transactions pay orders of both clubs, in opposite order. Returns how many ran, with repetitions. */
  async function payBothClubs(locks: boolean): Promise<number> {
    const { id: otherClubId } = await buildClub(app.database.db, "Hill Walkers");
    const other = await buildSale(otherClubId);
    const secondOfOther = await buildSale(otherClubId);
    const secondOfClub = await buildSale(clubId);
    const orderOf = async (sale: { eventId: number; ticketId: number }) =>
      (await startTestPayment(app, sale.eventId, sale.ticketId)).order.id;
    const bothHavePaidOne = barrier(2);
    let runs = 0;
    const pay = (orderIds: readonly number[]) =>
      inTransaction(app.database.db, async (tx) => {
        runs++;
        if (locks) await lockReceiptCounters(tx, [other.eventId, eventId]);
        await markPaid(tx, orderIds[0]!);
        if (!locks) await bothHavePaidOne();
        await markPaid(tx, orderIds[1]!);
      });
    const first = [await startOrder(), await orderOf(other)];
    const second = [await orderOf(secondOfOther), await orderOf(secondOfClub)];
    await Promise.all([pay(first), pay(second)]);
    return runs;
  }

  test("two batches that pay orders of the same two clubs do not deadlock", async () => {
    for (let round = 0; round < 5; round++) expect(await payBothClubs(true)).toBe(2);
  });

  test("control: without the counters locked in order, the two batches deadlock, and one of them runs again", async () => {
    expect(await payBothClubs(false)).toBe(3);
  });
});
