import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type TestIntentRow = Selectable<Schema["test_intents"]>;

const unpaid = ["requires_payment", "requires_action"] as const;

/** Inserts an intent, or returns that with the same key. */
export function insertOrFind(db: Db, intent: Insertable<Schema["test_intents"]>): Promise<TestIntentRow> {
  return (
    db
      .insertInto("test_intents")
      .values(intent)
      // An update without a change, so that PostgreSQL returns the existing row.
      .onConflict((conflict) =>
        conflict.column("idempotency_key").doUpdateSet(({ ref }) => ({ state: ref("test_intents.state") })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** One intent, or undefined. */
export function byId(db: Db, id: string): Promise<TestIntentRow | undefined> {
  return db.selectFrom("test_intents").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Changes an intent that is neither paid nor cancelled; undefined for any other. */
export function writeUnpaid(
  db: Db,
  id: string,
  change: Updateable<Schema["test_intents"]>,
): Promise<TestIntentRow | undefined> {
  return db
    .updateTable("test_intents")
    .set(change)
    .where("id", "=", id)
    .where("state", "in", unpaid)
    .returningAll()
    .executeTakeFirst();
}

/** Raises the refunded amount to at least `amount`; undefined without a paid intent of that amount or more. */
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
