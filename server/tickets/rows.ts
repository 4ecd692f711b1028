import { type Selectable, sql } from "kysely";
import { taxRateOf, type WithTaxRate } from "../clubs/taxRateRows.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { type CopyShift, movedInCopy } from "../events/copyOf.ts";
import { copySharedCapacities } from "./sharedRows.ts";

export type TicketRow = Selectable<Schema["tickets"]> & WithTaxRate;

const taxRate = taxRateOf("tickets").as("tax_rate");

/** `shared_left`: the free places of its shared capacity; null if it has none. */
export type TicketWithSharedLeft = TicketRow & { shared_left: number | null };

const withShare = (db: Db) =>
  db
    .selectFrom("tickets")
    .leftJoin("shared_capacities as shared", "shared.id", "tickets.shared_capacity_id")
    .selectAll("tickets")
    .select(taxRate)
    .select(sql<number | null>`shared.max_places - shared.held - shared.sold`.as("shared_left"));

/** An event's tickets in the order that the club chose. */
export function ticketsOfEvent(
  db: Db,
  eventId: number,
  filter: { onlyActive: boolean; onlyListed?: boolean },
): Promise<TicketWithSharedLeft[]> {
  let query = withShare(db).where("tickets.event_id", "=", eventId);
  if (filter.onlyActive) query = query.where("tickets.is_active", "=", true);
  if (filter.onlyListed === true) query = query.where("tickets.is_hidden", "=", false);
  return query.orderBy("tickets.sort_order").orderBy("tickets.id").execute();
}

/** One ticket, also an inactive or hidden one. */
export function ticketById(db: Db, ticketId: number): Promise<TicketWithSharedLeft | undefined> {
  return withShare(db).where("tickets.id", "=", ticketId).executeTakeFirst();
}

export type NewTicket = Pick<
  TicketRow,
  "event_id" | "title" | "description" | "price" | "max_stock" | "sales_start" | "sales_end" | "is_active"
> & {
  sort_order?: number;
  valid_days?: string[] | null;
  is_hidden?: boolean;
  shared_capacity_id?: number | null;
  tax_rate_id?: number | null;
};

export type TicketChange = Partial<Omit<NewTicket, "event_id">>;

/** Locks and reads a ticket. */
export function lockTicket(tx: Tx, ticketId: number): Promise<TicketRow | undefined> {
  return tx
    .selectFrom("tickets")
    .selectAll()
    .select(taxRate)
    .where("id", "=", ticketId)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a ticket; without `sort_order` it becomes the last. */
export function insertTicket(tx: Tx, ticket: NewTicket): Promise<TicketRow> {
  const last = sql<number>`coalesce((select max(sort_order) + 1 from tickets where event_id = ${ticket.event_id}), 0)`;
  return tx
    .insertInto("tickets")
    .values({ ...ticket, sort_order: ticket.sort_order ?? last })
    .returningAll()
    .returning(taxRate)
    .executeTakeFirstOrThrow();
}

/** Changes a locked ticket. */
export function updateTicket(tx: Tx, ticketId: number, change: TicketChange): Promise<TicketRow> {
  return tx
    .updateTable("tickets")
    .set(change)
    .where("id", "=", ticketId)
    .returningAll()
    .returning(taxRate)
    .executeTakeFirstOrThrow();
}

/** Deletes a locked ticket with its waiting list. */
export async function deleteTicket(tx: Tx, ticketId: number): Promise<void> {
  await tx.deleteFrom("tickets").where("id", "=", ticketId).execute();
}

/** Locks an event's tickets by id, and puts them in this order. */
export async function orderTickets(tx: Tx, eventId: number, ticketIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom("tickets")
    .select("id")
    .where("event_id", "=", eventId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await sql`update tickets set sort_order = places.place
    from unnest(${[...ticketIds]}::bigint[]) with ordinality as places (id, place)
    where tickets.id = places.id and tickets.event_id = ${eventId}`.execute(tx);
}

/**
 * Copies tickets, unsold, with their shared capacities to an event without tickets. Returns the id of each copy by the
 * original's id.
 */
export async function copyTickets(
  tx: Tx,
  { from, to, shift }: { from: number; to: number; shift: CopyShift },
): Promise<Map<number, number>> {
  const shared = await copySharedCapacities(tx, from, to);
  const sharedIds = JSON.stringify([...shared].map(([was, copy]) => ({ was, copy })));
  const firstDay = (eventId: number) =>
    sql`(select (start_datetime at time zone time_zone)::date from events where id = ${eventId})`;
  // Days of the calendar, because daylight saving time may start in between.
  const days = sql`(${firstDay(to)} - ${firstDay(from)})`;
  await sql`insert into tickets
      (event_id, title, description, price, max_stock, sales_start, sales_end, is_active, is_hidden, shared_capacity_id,
        tax_rate_id, sort_order, valid_days)
    select ${to}, title, description, price, max_stock, ${movedInCopy("sales_start", shift)}, ${movedInCopy("sales_end", shift)}, is_active,
      is_hidden, (select copy from json_to_recordset(${sharedIds}::json) as s (was bigint, copy bigint)
        where was = shared_capacity_id), tax_rate_id, sort_order,
      (select array_agg(to_char(day::date + ${days}, 'YYYY-MM-DD') order by day) from unnest(valid_days) as day)
    from tickets where event_id = ${from} order by id`.execute(tx);
  const { rows } = await sql<{ was: number; copy: number }>`select old.id as was, new.id as copy
    from (select id, row_number() over (order by id) as place from tickets where event_id = ${from}) old
      join (select id, row_number() over (order by id) as place from tickets where event_id = ${to}) new using (place)`.execute(
    tx,
  );
  return new Map(rows.map(({ was, copy }) => [was, copy]));
}
