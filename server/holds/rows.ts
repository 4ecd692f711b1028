/**
 * A trigger counts the uses of promo codes.
 * Lock order: event → tickets by id → extras by id → promo codes by id → shared capacities by id → registrations by id.
 */
import { type RawBuilder, sql } from "kysely";
import { type AuditEntry, auditRow } from "../audit/rows.ts";
import { taxRateOf } from "../clubs/taxRateRows.ts";
import { type Db, pipelined, type Tx } from "../db/pool.ts";
import type { EventRow } from "../events/rows.ts";
import type { ExtrasRow } from "../extras/rows.ts";
import type { PromoCodeRow } from "../promoCodes/rows.ts";
import { registrationStateStatement } from "../registrations/engineParts.ts";
import type { TicketRow } from "../tickets/rows.ts";
import type { SharedRow } from "../tickets/sharedRows.ts";
import type { Snapshot } from "./decide.ts";
import { heldKey } from "./decideClient.ts";
import { type WrittenRow, type WrittenTable, writtenColumns } from "./writtenColumns.ts";

/** Shared capacities are found through the tickets. */
export interface PlaceIds {
  events: readonly number[];
  tickets: readonly number[];
  extras: readonly number[];
  /** By id, and by typed code (`key`: contract/rules/money/promoCode.ts). */
  promoCodes?: readonly number[];
  typedCodes?: readonly { eventId: number; key: string }[];
  /** Clients whose unpaid places are counted. */
  clients?: readonly { eventId: number; client: string }[];
}

/** Locks and reads the rows of places. */
export async function lockPlaces(tx: Tx, ids: PlaceIds): Promise<Snapshot> {
  return readPlaces(tx, ids, { lock: true });
}

/** Reads the rows of places. Without the lock, two readers may both see the last place as free. */
export async function readPlaces(db: Db, ids: PlaceIds, { lock }: { lock: boolean }): Promise<Snapshot> {
  return snapshotOf(await pipelined(db, placeStatements(ids, { lock })));
}

/** The snapshot of the rows that `placeStatements` reads. */
export function snapshotOf([events, tickets, extras, promoCodes, shared, unpaid]: [
  EventRow[],
  TicketRow[],
  ExtrasRow[],
  PromoCodeRow[],
  SharedRow[],
  { event_id: number; client: string; places: number }[],
]): Snapshot {
  return {
    events: byId(events),
    tickets: byId(tickets),
    extras: byId(extras),
    shared: byId(shared),
    promoCodes: byId(promoCodes),
    unpaid: new Map(unpaid.map(({ event_id, client, places }) => [heldKey(event_id, client), places])),
  };
}

/** The statements that read places, in lock order. */
export function placeStatements(ids: PlaceIds, { lock }: { lock: boolean }) {
  const lockClause = lock ? sql`for no key update` : sql``;
  const rows = <T>(table: "events" | "tickets" | "extras", rowIds: readonly number[]) =>
    rowIds.length === 0
      ? null
      : sql<T>`select *${table === "events" ? sql`` : sql`, ${taxRateOf(table)} as tax_rate`} from ${sql.table(table)} where id = any(${[...rowIds]}::bigint[]) order by id ${lockClause}`;
  const { promoCodes = [], typedCodes = [], clients = [] } = ids;
  const typed = JSON.stringify(typedCodes.map(({ eventId, key }) => ({ event_id: eventId, code_key: key })));
  return [
    rows<EventRow>("events", ids.events),
    rows<TicketRow>("tickets", ids.tickets),
    rows<ExtrasRow>("extras", ids.extras),
    promoCodes.length + typedCodes.length === 0
      ? null
      : sql<PromoCodeRow>`select * from promo_codes where id = any(${[...promoCodes]}::bigint[]) or (event_id, code_key)
          in (select event_id, code_key from json_to_recordset(${typed}::json) as c (event_id bigint, code_key text))
          order by id ${lockClause}`,
    // With `lock`, the tickets are locked by now, so their shared capacity cannot change.
    ids.tickets.length === 0
      ? null
      : sql<SharedRow>`select * from shared_capacities where id in
          (select shared_capacity_id from tickets where id = any(${[...ids.tickets]}::bigint[])) order by id ${lockClause}`,
    // With `lock`, the events are locked by now, so no other transaction can add a hold.
    clients.length === 0 ? null : heldByClients(clients),
  ] as const;
}

const heldByClients = (clients: readonly { eventId: number; client: string }[]) => {
  const byKey = new Map(clients.map((one) => [heldKey(one.eventId, one.client), one]));
  const events = [...byKey.values()].map(({ eventId }) => eventId);
  const names = [...byKey.values()].map(({ client }) => client);
  return sql<{ event_id: number; client: string; places: number }>`
    select a.event_id, a.client, h.places from unnest(${events}::bigint[], ${names}::text[]) as a (event_id, client),
      lateral (select sum(r.places)::int as places from registrations r where r.event_id = a.event_id
        and r.client = a.client and r.client is not null and r.state in ('held', 'pending')) h
    where h.places is not null`;
};

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** The query that locks registrations with held places by id, with `endedBefore` only overdue ones. */
export function lockHolds(tx: Tx, registrationIds: readonly number[], endedBefore: Date | null) {
  let query = tx
    .selectFrom("registrations")
    .selectAll()
    .where("id", "=", sql<number>`any(${[...registrationIds]}::bigint[])`)
    .where("state", "in", ["held", "pending"]);
  if (endedBefore !== null) query = query.where("expires_at", "<=", endedBefore);
  return query.orderBy("id").forNoKeyUpdate();
}

/**
 * The registrations with an open payment: their own or, for seats, that of their package. Lock them in an earlier
 * statement: one that waits for a lock sees the payments as they were before.
 */
export async function registrationsBeingPaid(
  tx: Tx,
  registrationIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (registrationIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select o.registration_id as id
    from orders o join payments p on p.id = o.payment_id
    where o.registration_id = any(${[...registrationIds]}::bigint[])
      and p.state in ('created', 'pending', 'processing')
    union select s.seats_registration_id
    from sponsorships s join orders o on o.id = s.order_id join payments p on p.id = o.payment_id
    where s.seats_registration_id = any(${[...registrationIds]}::bigint[])
      and p.state in ('created', 'pending', 'processing')`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Ids of new rows. Take them from the end. */
export interface NewIds {
  registrations: number[];
  attendees: number[];
  orders: number[];
}

/** Takes ids from the sequences. */
export async function takeIds(tx: Tx, count: Record<keyof NewIds, number>): Promise<NewIds> {
  const { rows } = await sql<NewIds>`select
    array(select nextval('registrations_id_seq') from generate_series(1, ${count.registrations}::int)) as registrations,
    array(select nextval('attendees_id_seq') from generate_series(1, ${count.attendees}::int)) as attendees,
    array(select nextval('orders_id_seq') from generate_series(1, ${count.orders}::int)) as orders`.execute(
    tx,
  );
  const ids = rows[0]!;
  // Reversed, so that ids taken from the end ascend.
  for (const list of Object.values(ids) as number[][]) list.reverse();
  return ids;
}

export interface ReservationRows {
  registrations: WrittenRow<"registrations">[];
  attendees: WrittenRow<"attendees">[];
  answers: WrittenRow<"answers">[];
  orders: WrittenRow<"orders">[];
  items: WrittenRow<"order_items">[];
  purchases: WrittenRow<"extras_purchases">[];
  replies: WrittenRow<"idempotency_keys">[];
  audit: AuditEntry[];
}

/** Empty lists. */
export function noRows(): ReservationRows {
  return {
    registrations: [],
    attendees: [],
    answers: [],
    orders: [],
    items: [],
    purchases: [],
    replies: [],
    audit: [],
  };
}

export interface CounterMoves {
  events: Map<number, { held: number; sold: number; attendees: number }>;
  tickets: Map<number, { held: number; sold: number }>;
  extras: Map<number, { held: number; sold: number }>;
}

/** Empty maps. */
export function noMoves(): CounterMoves {
  return { events: new Map(), tickets: new Map(), extras: new Map() };
}

/** Adds to the change of an id. */
export function addMove<M extends Record<string, number>>(moves: Map<number, M>, id: number, move: M): void {
  const sum = moves.get(id);
  if (sum === undefined) moves.set(id, { ...move });
  else for (const key of Object.keys(move) as (keyof M)[]) sum[key] = (sum[key]! + move[key]!) as M[keyof M];
}

/** The CTEs that move the counters, also those of shared capacities. */
export const counterStatements = (moves: CounterMoves) => {
  const list = (map: ReadonlyMap<number, object>) =>
    JSON.stringify([...map].map(([id, move]) => ({ id, ...move })));
  const tickets = list(moves.tickets);
  return sql`
    move_events as (update events set held = events.held + m.held, sold = events.sold + m.sold,
        attendee_count = events.attendee_count + m.attendees
      from json_to_recordset(${list(moves.events)}::json) as m (id bigint, held int, sold int, attendees int) where events.id = m.id),
    move_tickets as (update tickets set held = tickets.held + m.held, sold = tickets.sold + m.sold
      from json_to_recordset(${tickets}::json) as m (id bigint, held int, sold int) where tickets.id = m.id),
    move_shared as (update shared_capacities s set held = s.held + m.held, sold = s.sold + m.sold
      from (select t.shared_capacity_id as id, sum(m.held)::int as held, sum(m.sold)::int as sold
        from json_to_recordset(${tickets}::json) as m (id bigint, held int, sold int) join tickets t on t.id = m.id
        where t.shared_capacity_id is not null group by 1) m where s.id = m.id),
    move_extras as (update extras set held = extras.held + m.held, sold = extras.sold + m.sold
      from json_to_recordset(${list(moves.extras)}::json) as m (id bigint, held int, sold int) where extras.id = m.id)`;
};

/** Sends a column as an array, or as one value if all rows have the same. */
const insertion = <T extends WrittenTable>(table: T, rows: readonly WrittenRow<T>[]) => {
  const columns: Readonly<Record<string, string>> = writtenColumns[table];
  const values: readonly Readonly<Record<string, unknown>>[] = rows;
  const names = Object.keys(columns);
  const arrays: { name: string; array: RawBuilder<unknown> }[] = [];
  const selected = names.map((name) => {
    const type = sql.raw(columns[name]!);
    const first = values[0]?.[name];
    if (values.every((row) => row[name] === first)) return sql`${asElement(first)}::${type}`;
    // Equal dates and lists may be different objects.
    const elements = values.map((row) => asElement(row[name]));
    if (elements.every((element) => element === elements[0])) return sql`${elements[0]}::${type}`;
    arrays.push({ name, array: sql`${elements}::${type}[]` });
    return sql.raw(name);
  });
  const source =
    arrays.length === 0
      ? sql`generate_series(1, ${rows.length}::int)`
      : sql`unnest(${sql.join(arrays.map(({ array }) => array))}) as given (${sql.raw(arrays.map(({ name }) => name).join(", "))})`;
  return sql`insert into ${sql.table(table)} (${sql.raw(names.join(", "))}) overriding system value
    select ${sql.join(selected)} from ${source}`;
};

/** pg would turn a nested list into another array dimension. */
function asElement(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/**
 * Writes rows and moves counters. One statement, because a trigger counts a free registration with the attendees of the
 * same statement (migrations/0049-no-switches.sql).
 */
export async function writeReservations(tx: Tx, rows: ReservationRows, moves?: CounterMoves): Promise<void> {
  const cteOf = <T extends WrittenTable>(table: T, written: readonly WrittenRow<T>[]) =>
    written.length > 0 ? [sql`${sql.raw(table)}_in as (${insertion(table, written)})`] : [];
  const parts = [
    ...cteOf("registrations", rows.registrations),
    ...cteOf("audit_log", rows.audit.map(auditRow)),
    ...cteOf("attendees", rows.attendees),
    ...cteOf("answers", rows.answers),
    ...cteOf("orders", rows.orders),
    ...cteOf("order_items", rows.items),
    ...cteOf("extras_purchases", rows.purchases),
    ...cteOf("idempotency_keys", rows.replies),
  ];
  if (moves !== undefined) parts.push(counterStatements(moves));
  await sql`with ${sql.join(parts)} select 1`.execute(tx);
}

/** The statement that changes states and moves the counters. */
export const moveRegistrations = (
  registrationIds: readonly number[],
  state: "active" | "expired" | "cancelled",
  moves: CounterMoves,
) =>
  sql`with moved as (${registrationStateStatement(registrationIds, state)}), ${counterStatements(moves)} select 1`;
