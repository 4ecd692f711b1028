/** Which holds are past their time, and the pause for those whose payment is being decided. */
import type { Db } from "../db/pool.ts";

/** Ended holds, at most 500 of each: those without a payment, and those whose provider must be asked first. */
export async function endedHolds(db: Db, now: Date): Promise<{ free: number[]; paying: number[] }> {
  const rows = await db
    .selectFrom("registrations")
    .leftJoin("orders", (join) =>
      join.onRef("orders.registration_id", "=", "registrations.id").on("orders.purpose", "=", "registration"),
    )
    .select(["registrations.id", "orders.payment_id"])
    .where("registrations.state", "in", ["held", "pending"])
    .where("registrations.expires_at", "<=", now)
    .orderBy("registrations.expires_at")
    .limit(1000)
    .execute();
  return {
    free: rows.flatMap((row) => (row.payment_id === null ? [row.id] : [])).slice(0, 500),
    paying: rows.flatMap((row) => (row.payment_id === null ? [] : [row.id])).slice(0, 500),
  };
}

/** Whether an event keeps places for somebody whose time is over, because nobody has swept yet. */
export async function hasEndedHold(db: Db, eventId: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("registrations")
    .select("id")
    .where("event_id", "=", eventId)
    .where("state", "in", ["held", "pending"])
    .where("expires_at", "<=", now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the places of a registration until `until`, while a provider decides. */
export async function postponeExpiry(db: Db, registrationId: number, until: Date): Promise<void> {
  await db
    .updateTable("registrations")
    .set({ expires_at: until })
    .where("id", "=", registrationId)
    .where("state", "in", ["held", "pending"])
    .execute();
}
