/**
 * All SQL on refunds. What an order says is given back is the sum of its rows that are done, and what is promised the
 * sum of those that are due: a trigger keeps both, and the check constraint of orders lets neither exceed what was paid.
 */
import { type Selectable, sql } from "kysely";
import type { Refund, RefundItem } from "../../contract/shapes/refund.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** A refund as stored. */
export type RefundRow = Selectable<Schema["refunds"]>;

/** Something to be written about money that goes back. */
export interface NewRefund {
  orderId: number;
  /** Minor units; below 0 for what a bank sent back, or staff took again. */
  amount: number;
  reason?: string;
  items?: readonly RefundItem[];
  actor: string;
  /** The kind of the mail that tells the buyer of it beside other things, so that no mail of its own does. */
  toldIn?: string | undefined;
}

/** Writes a refund that is done. */
export function insertDone(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  return tx
    .insertInto("refunds")
    .values({ ...valuesOf(refund), state: "done", done_at: sql<Date>`now()` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes a refund that a provider has to make. `goal` is what it shall have given back in all. */
export function insertDue(tx: Tx, refund: NewRefund & { goal: number }): Promise<RefundRow> {
  return tx
    .insertInto("refunds")
    .values({ ...valuesOf(refund), state: "due", goal: refund.goal })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function valuesOf({ orderId, amount, reason = "", items = [], actor, toldIn }: NewRefund) {
  return {
    order_id: orderId,
    amount,
    reason,
    items: JSON.stringify(items),
    actor,
    told_in: toldIn ?? null,
  };
}

/** An order's refunds in the order in which they were asked for. */
export function refundsOf(db: Db, orderId: number): Promise<RefundRow[]> {
  return db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("id").execute();
}

/** The refunds of an order that a provider has still to make. */
export function dueRefunds(db: Db, orderId: number): Promise<RefundRow[]> {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("state", "=", "due")
    .orderBy("id")
    .execute();
}

/** Orders with a refund that has been due for a while, at most 500. */
export async function ordersWithDueRefunds(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("refunds")
    .select("order_id")
    .distinct()
    .where("state", "=", "due")
    .where("created_at", "<", before)
    .limit(500)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/**
 * Brings the rows of a locked order to what its payment says is given back in all: those whose goal is reached are done,
 * what nobody here asked for is written as `actor`'s, and what is still due becomes no more than what is left. Gives those
 * that are done now; what came back to us is below 0. Of what is another amount than was promised nobody has been told.
 */
export async function bookRefunds(
  tx: Tx,
  order: { id: number; total_amount: number; refunded_amount: number },
  refundedAmount: number,
  actor: string,
): Promise<RefundRow[]> {
  const done: RefundRow[] = [];
  const waiting: RefundRow[] = [];
  let unbooked = refundedAmount - order.refunded_amount;
  for (const due of await dueRefunds(tx, order.id)) {
    if (due.goal === null || due.goal > refundedAmount) {
      waiting.push(due);
      continue;
    }
    const amount = Math.min(due.amount, unbooked);
    if (amount <= 0) await failRefund(tx, due.id, givenAlready);
    else done.push({ ...due, amount, told_in: amount === due.amount ? due.told_in : null });
    unbooked -= Math.max(0, amount);
  }
  await shrink(tx, waiting, order.total_amount - refundedAmount);
  for (const { id, amount, told_in } of done)
    await tx
      .updateTable("refunds")
      .set({ amount, told_in, state: "done", done_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
  if (unbooked === 0) return done;
  const others = await insertDone(tx, { orderId: order.id, amount: unbooked, actor });
  return [...done, others];
}

const givenAlready = "This was given back at the provider already.";

/** Makes what is due no more than `most`, the latest first. */
async function shrink(tx: Tx, due: readonly RefundRow[], most: number): Promise<void> {
  let over = due.reduce((sum, { amount }) => sum + amount, 0) - most;
  for (const { id, amount } of due.toReversed()) {
    if (over <= 0) return;
    if (amount <= over) await failRefund(tx, id, givenAlready);
    else
      await tx
        .updateTable("refunds")
        .set({ amount: amount - over, told_in: null })
        .where("id", "=", id)
        .execute();
    over -= amount;
  }
}

async function failRefund(tx: Tx, id: number, failure: string): Promise<void> {
  await tx
    .updateTable("refunds")
    .set({ state: "failed", failure, failed_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/**
 * Gives up a refund that a provider refused to make, with why; one that is no longer due stays as it is. The goals of those
 * that were asked for after it counted on it.
 */
export async function failDue(tx: Tx, id: number, failure: string): Promise<void> {
  await sql`
    with given_up as (
      update refunds set state = 'failed', failure = ${failure}, failed_at = now() where id = ${id} and state = 'due'
      returning order_id, amount
    )
    update refunds later set goal = later.goal - given_up.amount from given_up
    where later.order_id = given_up.order_id and later.id > ${id} and later.state = 'due'`.execute(tx);
}

/** Whether money of a registration's orders waits until the buyer has told the provider a bank account. */
export async function hasRefundAwaitingBuyer(db: Db, registrationId: number): Promise<boolean> {
  const waiting = db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("refund_awaits_buyer", ">", 0);
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

/** How many refunds of an order failed so far. */
export async function countFailed(db: Db, orderId: number): Promise<number> {
  const { failed } = await db
    .selectFrom("refunds")
    .select(({ fn }) => fn.countAll<number>().as("failed"))
    .where("order_id", "=", orderId)
    .where("state", "=", "failed")
    .executeTakeFirstOrThrow();
  return failed;
}

/** Presents a stored refund; `by` is the name of whoever asked. */
export function presentRefund(row: RefundRow, by: string): Refund {
  return {
    id: row.id,
    amount: row.amount,
    state: row.state,
    reason: row.reason,
    items: row.items,
    by,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
  };
}
