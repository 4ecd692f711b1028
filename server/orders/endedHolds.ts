/** Which holds are past their time, and the pause for those whose payment is being decided. */
import type { Db } from "../db/pool.ts";

/** Which ended holds are wanted: those for which a payment was begun, or those without; of one event, or of all. */
export interface EndedHolds {
  paying: boolean;
  eventId?: number;
}

/** Ended holds, those that ended first, at most 500. Those that are paying have a provider that must be asked first. */
export async function endedHolds(db: Db, now: Date, { paying, eventId }: EndedHolds): Promise<number[]> {
  let query = db
    .selectFrom("registrations")
    .leftJoin("orders", (join) =>
      join.onRef("orders.registration_id", "=", "registrations.id").on("orders.purpose", "=", "registration"),
    )
    .select("registrations.id")
    .where("registrations.state", "in", ["held", "pending"])
    .where("registrations.expires_at", "<=", now)
    .where("orders.payment_id", paying ? "is not" : "is", null);
  if (eventId !== undefined) query = query.where("registrations.event_id", "=", eventId);
  const rows = await query.orderBy("registrations.expires_at").limit(500).execute();
  return rows.map(({ id }) => id);
}

/** Orders that hold something by themselves past their time, those that ended first, at most 500. */
export async function endedOrderHolds(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("held_until", "<=", now)
    .orderBy("held_until")
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps what an order holds until `until`, while a provider decides. Never shortens a hold. */
export async function postponeOrderExpiry(db: Db, orderId: number, until: Date): Promise<void> {
  await db
    .updateTable("orders")
    .set({ held_until: until })
    .where("id", "=", orderId)
    .where("held_until", "<", until)
    .execute();
}
