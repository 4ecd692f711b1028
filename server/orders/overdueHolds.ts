import type { Db } from "../db/pool.ts";

/**
 * Registrations whose hold is overdue, with or without a payment of their own order, the longest overdue first, at most
 * 500. Ask the provider before ending those with a payment. Seats of a package have no order: `endHolds` spares them
 * while the package is being paid.
 */
export async function overdueHolds(
  db: Db,
  now: Date,
  { hasPayment, eventId }: { hasPayment: boolean; eventId?: number },
): Promise<number[]> {
  let query = db
    .selectFrom("registrations")
    .leftJoin("orders", (join) =>
      join.onRef("orders.registration_id", "=", "registrations.id").on("orders.purpose", "=", "registration"),
    )
    .select("registrations.id")
    .where("registrations.state", "in", ["held", "pending"])
    .where("registrations.expires_at", "<=", now)
    .where("orders.payment_id", hasPayment ? "is not" : "is", null);
  if (eventId !== undefined) query = query.where("registrations.event_id", "=", eventId);
  return (await query.orderBy("registrations.expires_at").limit(500).execute()).map(({ id }) => id);
}

/** Orders whose own hold is overdue, the longest overdue first, at most 500. */
export async function overdueOrderHolds(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("held_until", "<=", now)
    .orderBy("held_until")
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** Extends an order's hold until `until`; a longer hold stays. */
export async function postponeOrderExpiry(db: Db, orderId: number, until: Date): Promise<void> {
  await db
    .updateTable("orders")
    .set({ held_until: until })
    .where("id", "=", orderId)
    .where("held_until", "<", until)
    .execute();
}
