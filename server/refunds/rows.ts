/** A trigger writes the sums of done and due refunds to the order. A check constraint limits them to its total. */
import { type Selectable, sql } from "kysely";
import type { Refund, RefundItem } from "../../contract/shapes/money/refund.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type RefundRow = Selectable<Schema["refunds"]>;

export interface NewRefund {
  orderId: number;
  /** Minor units; below 0 for refunded money that came back from a bank or by hand. */
  amount: number;
  reason?: string;
  items?: readonly RefundItem[];
  actor: string;
  /** The kind of another mail that announces the refund. */
  announcedIn?: string | undefined;
  /** The names of people whose tickets were cancelled with the refund. */
  cancelledPeople?: readonly string[];
}

/** Inserts a done refund. */
export function insertDoneRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  return tx
    .insertInto("refunds")
    .values({ ...valuesOf(refund), state: "done", done_at: sql<Date>`now()` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts a refund that a provider must make; `goal` is the payment's refunded total after it. */
export function insertDueRefund(tx: Tx, refund: NewRefund & { goal: number }): Promise<RefundRow> {
  return tx
    .insertInto("refunds")
    .values({ ...valuesOf(refund), state: "due", goal: refund.goal })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function valuesOf(refund: NewRefund) {
  return {
    order_id: refund.orderId,
    amount: refund.amount,
    reason: refund.reason ?? "",
    items: JSON.stringify(refund.items ?? []),
    actor: refund.actor,
    told_in: refund.announcedIn ?? null,
    cancelled_people: JSON.stringify(refund.cancelledPeople ?? []),
  };
}

/** An order's refunds, oldest first. */
export function refundsOf(db: Db, orderId: number): Promise<RefundRow[]> {
  return db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("id").execute();
}

/** An order's due refunds, oldest first. */
export function dueRefunds(db: Db, orderId: number): Promise<RefundRow[]> {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("state", "=", "due")
    .orderBy("id")
    .execute();
}

/** Orders with a due refund that was created before `before`, at most 500. */
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
 * Updates the refunds of a locked order from the refunded total of its payment, and returns those that are done now,
 * some with their former `state` and `done_at`. A change that no due refund explains is written as a refund by `actor`,
 * below 0 if money was returned to us. With another amount than promised, `told_in` becomes null: no mail has announced
 * it.
 */
export async function bookRefunds(
  tx: Tx,
  order: { id: number; total_amount: number; refunded_amount: number },
  refundedAmount: number,
  actor: string,
): Promise<RefundRow[]> {
  const done: RefundRow[] = [];
  const stillDue: RefundRow[] = [];
  let unrecorded = refundedAmount - order.refunded_amount;
  for (const due of await dueRefunds(tx, order.id)) {
    if (due.goal === null || due.goal > refundedAmount) {
      stillDue.push(due);
      continue;
    }
    const amount = Math.min(due.amount, unrecorded);
    if (amount <= 0) await failRefund(tx, due.id);
    else done.push({ ...due, amount, told_in: amount === due.amount ? due.told_in : null });
    unrecorded -= Math.max(0, amount);
  }
  await reduceDue(tx, stillDue, order.total_amount - refundedAmount);
  for (const { id, amount, told_in } of done)
    await tx
      .updateTable("refunds")
      .set({ amount, told_in, state: "done", done_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
  if (unrecorded === 0) return done;
  return [...done, await insertDoneRefund(tx, { orderId: order.id, amount: unrecorded, actor })];
}

/** Reduces due refunds to `limit` in total, the latest first. One of which nothing is left fails. */
async function reduceDue(tx: Tx, due: readonly RefundRow[], limit: number): Promise<void> {
  let excess = due.reduce((sum, { amount }) => sum + amount, 0) - limit;
  for (const { id, amount } of due.toReversed()) {
    if (excess <= 0) return;
    if (amount <= excess) await failRefund(tx, id);
    else
      await tx
        .updateTable("refunds")
        .set({ amount: amount - excess, told_in: null })
        .where("id", "=", id)
        .execute();
    excess -= amount;
  }
}

async function failRefund(tx: Tx, id: number): Promise<void> {
  const failure = "This was already refunded at the provider.";
  await tx
    .updateTable("refunds")
    .set({ state: "failed", failure, failed_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/** Marks a due refund as failed. Lowers the goals of later due refunds, which included its amount. */
export async function failDueRefund(tx: Tx, id: number, failure: string): Promise<void> {
  await sql`
    with given_up as (
      update refunds set state = 'failed', failure = ${failure}, failed_at = now() where id = ${id} and state = 'due'
      returning order_id, amount
    )
    update refunds later set goal = later.goal - given_up.amount from given_up
    where later.order_id = given_up.order_id and later.id > ${id} and later.state = 'due'`.execute(tx);
}

/** Whether a refund of a registration's orders waits until the buyer gives the provider a bank account. */
export async function hasRefundAwaitingBuyer(db: Db, registrationId: number): Promise<boolean> {
  const waiting = db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("refund_awaits_buyer", ">", 0);
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

/** The number of failed refunds of an order. */
export async function countFailed(db: Db, orderId: number): Promise<number> {
  const { failed } = await db
    .selectFrom("refunds")
    .select(({ fn }) => fn.countAll<number>().as("failed"))
    .where("order_id", "=", orderId)
    .where("state", "=", "failed")
    .executeTakeFirstOrThrow();
  return failed;
}

/** Presents a stored refund; `by` is the name of its actor. */
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
