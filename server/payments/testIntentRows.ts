/** All SQL on the test provider's books. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** An intent in the books of the test provider. */
export type TestIntentRow = Selectable<Schema["test_intents"]>;

/** Writes a new intent, or finds the one that was written for the same key before. */
export async function insertOrFind(
  db: Db,
  intent: Insertable<Schema["test_intents"]>,
): Promise<TestIntentRow> {
  await db
    .insertInto("test_intents")
    .values(intent)
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .execute();
  return db
    .selectFrom("test_intents")
    .selectAll()
    .where("idempotency_key", "=", intent.idempotency_key)
    .executeTakeFirstOrThrow();
}

/** One intent, or undefined. */
export function byId(db: Db, id: string): Promise<TestIntentRow | undefined> {
  return db.selectFrom("test_intents").selectAll().where("id", "=", id).executeTakeFirst();
}

/** One intent, locked, or undefined. */
export function lock(tx: Tx, id: string): Promise<TestIntentRow | undefined> {
  return tx.selectFrom("test_intents").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Changes an intent that is locked. */
export function write(
  tx: Tx,
  id: string,
  change: Updateable<Schema["test_intents"]>,
): Promise<TestIntentRow> {
  return tx
    .updateTable("test_intents")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cancels an intent unless it is paid. */
export async function cancelUnpaid(db: Db, id: string): Promise<void> {
  await db
    .updateTable("test_intents")
    .set({ state: "cancelled", decline_code: null })
    .where("id", "=", id)
    .where("state", "in", ["requires_payment", "requires_action"])
    .execute();
}

/** Raises what is refunded of a paid intent to `amount`; undefined when it is not paid, or was less. */
export function refundUpTo(db: Db, id: string, amount: number): Promise<TestIntentRow | undefined> {
  return db
    .updateTable("test_intents")
    .set({ refunded_amount: sql<number>`greatest(refunded_amount, ${amount})` })
    .where("id", "=", id)
    .where("state", "=", "succeeded")
    .where("amount", ">=", amount)
    .returningAll()
    .executeTakeFirst();
}
