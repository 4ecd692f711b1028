import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type SharedRow = Selectable<Schema["shared_capacities"]>;
export type SharedWithTickets = SharedRow & { ticket_ids: number[] };

const withTickets = (db: Db) =>
  db
    .selectFrom("shared_capacities")
    .selectAll()
    .select(
      sql<number[]>`array(select t.id from tickets t where t.shared_capacity_id = shared_capacities.id
        order by t.sort_order, t.id)`.as("ticket_ids"),
    );

/** An event's shared capacities, oldest first. */
export function sharedOfEvent(db: Db, eventId: number): Promise<SharedWithTickets[]> {
  return withTickets(db).where("event_id", "=", eventId).orderBy("id").execute();
}

/** One shared capacity, or undefined. */
export function sharedById(db: Db, sharedId: number): Promise<SharedWithTickets | undefined> {
  return withTickets(db).where("id", "=", sharedId).executeTakeFirst();
}

/** Locks shared capacities by id and reads them. Locks of the event and its tickets come before these. */
export function lockShared(tx: Tx, sharedIds: readonly number[]): Promise<SharedRow[]> {
  return tx
    .selectFrom("shared_capacities")
    .selectAll()
    .where("id", "in", [...sharedIds])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Inserts a shared capacity without tickets. */
export async function insertShared(
  tx: Tx,
  shared: Pick<SharedRow, "event_id" | "title" | "max_places">,
): Promise<number> {
  const { id } = await tx
    .insertInto("shared_capacities")
    .values(shared)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export type SharedChange = Partial<Pick<SharedRow, "title" | "max_places">>;

/** Changes a locked shared capacity. */
export async function updateShared(tx: Tx, sharedId: number, change: SharedChange): Promise<void> {
  await tx.updateTable("shared_capacities").set(change).where("id", "=", sharedId).execute();
}

/** Deletes a shared capacity. Its tickets then share none. Lock the event first. */
export async function deleteShared(tx: Tx, sharedId: number): Promise<void> {
  await tx.deleteFrom("shared_capacities").where("id", "=", sharedId).execute();
}

/** Moves the places of a locked ticket from the counters of `from` to those of `to`, both locked; null is none. */
export async function moveSharedPlaces(
  tx: Tx,
  places: { held: number; sold: number },
  { from, to }: { from: number | null; to: number | null },
): Promise<void> {
  await sql`update shared_capacities s set
      held = held + case when id = ${to}::bigint then ${places.held}::int else -${places.held}::int end,
      sold = sold + case when id = ${to}::bigint then ${places.sold}::int else -${places.sold}::int end
    where id in (${from}::bigint, ${to}::bigint)`.execute(tx);
}

/** Copies an event's shared capacities to another event, unsold. Returns each copy's id by the original's. */
export async function copySharedCapacities(tx: Tx, from: number, to: number): Promise<Map<number, number>> {
  const copies = new Map<number, number>();
  for (const { id, title, max_places } of await sharedOfEvent(tx, from))
    copies.set(id, await insertShared(tx, { event_id: to, title, max_places }));
  return copies;
}
