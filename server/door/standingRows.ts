/**
 * The SQL that the engine of the door decides by: locks first, and what is read is read after them, so that it is what
 * the transaction before has left.
 * Lock order: the door of each event (a lock of the transaction) → events → registrations → attendees → purchases, each by id.
 */
import { sql } from "kysely";
import type { DoorAttendee, DoorPurchase } from "../../contract/door.ts";
import type { Db, Tx } from "../db/pool.ts";
import { boughtItems, codeHash, doorAnswers, doorState, purchaseState } from "./attendeeRows.ts";
import { keyOf, type NamedAttendee, type NamedPurchase, type ScanRow, type Standing } from "./scans.ts";

/** What a batch names. `undoing`: events of which something is taken back. */
export interface NamedIds {
  events: readonly number[];
  undoing: ReadonlySet<number>;
  attendees: readonly number[];
  purchases: readonly number[];
  /** Of scans that come, and of those that are taken back. */
  scans: readonly { eventId: number; scanId: string }[];
}

/** How those that a batch names are taken hold of; a test may leave it out to show the race it prevents. */
export type TakeHold = (tx: Tx, ids: NamedIds) => Promise<void>;

/**
 * Locks them. An undo may come at the same time as the scan that it takes back, by another node, and neither would see
 * the other: so undos of an event wait for its scans, and those for them.
 */
export const lockNamed: TakeHold = async (tx, { events, undoing, attendees, purchases }) => {
  for (const eventId of sorted(events)) {
    const lock = sql.raw(undoing.has(eventId) ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared");
    await sql`select ${lock}(hashtextextended('door', ${eventId}))`.execute(tx);
  }
  // Who deletes an event or a registration has it before its attendees: so do we.
  await sql`select id from events where id = any(${sorted(events)}::bigint[]) order by id for key share`.execute(
    tx,
  );
  const [ofPeople, ofPurchases] = [sorted(attendees), sorted(purchases)];
  await sql`select id from registrations where id = any(array(
      select registration_id from attendees where id = any(${ofPeople}::bigint[])
      union select registration_id from extras_purchases where id = any(${ofPurchases}::bigint[])))
    order by id for key share`.execute(tx);
  if (ofPeople.length > 0)
    await sql`select id from attendees where id = any(${ofPeople}::bigint[]) order by id for no key update`.execute(
      tx,
    );
  if (ofPurchases.length > 0)
    await sql`select id from extras_purchases where id = any(${ofPurchases}::bigint[]) order by id for no key update`.execute(
      tx,
    );
};

/** Whom the scans are of that are to be taken back. */
export async function targetsOf(
  tx: Tx,
  scans: NamedIds["scans"],
): Promise<{ attendees: number[]; purchases: number[] }> {
  if (scans.length === 0) return { attendees: [], purchases: [] };
  const { rows } = await sql<{ attendee_id: number | null; purchase_id: number | null }>`
    select s.attendee_id, s.purchase_id from ${given(scans)} join door_scans s using (event_id, scan_id)`.execute(
    tx,
  );
  return {
    attendees: rows.flatMap(({ attendee_id }) => (attendee_id === null ? [] : [attendee_id])),
    purchases: rows.flatMap(({ purchase_id }) => (purchase_id === null ? [] : [purchase_id])),
  };
}

/** Reads what is known of those that a batch names. */
export async function readStanding(tx: Db, ids: NamedIds): Promise<Standing> {
  const standing: Standing = {
    attendees: new Map(),
    purchases: new Map(),
    scans: new Map(),
    undone: new Map(),
    gone: { attendees: new Map(), purchases: new Map() },
  };
  for (const one of await attendeesBy(tx, ids.attendees)) standing.attendees.set(one.id, one);
  for (const one of await purchasesBy(tx, ids.purchases)) standing.purchases.set(one.id, one);
  for (const { event_id, scan_id, undone } of await undoneAmong(tx, ids.scans))
    standing.undone.set(keyOf(event_id, scan_id), undone);
  for (const row of await scansAmong(tx, ids)) {
    standing.scans.set(keyOf(row.event_id, row.scan_id), row);
    if (!row.is_admitted || row.undone_by !== null) continue;
    const named =
      row.kind === "redeem"
        ? standing.purchases.get(row.purchase_id ?? 0)
        : standing.attendees.get(row.attendee_id ?? 0);
    named?.live.push(row);
  }
  for (const { live } of [...standing.attendees.values(), ...standing.purchases.values()])
    live.sort((one, other) => one.receipt - other.receipt);
  for (const purchase of standing.purchases.values()) purchase.heldBy = purchase.live[0]?.scan_id ?? null;
  await readGone(tx, ids, standing);
  return standing;
}

async function attendeesBy(tx: Db, ids: readonly number[]): Promise<NamedAttendee[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<NamedAttendee, "live"> & { state: DoorAttendee["state"] }>`
    select a.id, a.event_id as "eventId", a.registration_id as "registrationId", a.ticket_id as "ticketId",
      a.first_name as "firstName", a.last_name as "lastName", a.qr_uuid as secret, ${codeHash(sql`a.qr_uuid`)} as "codeHash",
      ${doorState} as state, ${doorAnswers} as answers, t.valid_days as "validDays", c.scan_id as "heldBy"
    from attendees a join registrations r on r.id = a.registration_id join tickets t on t.id = a.ticket_id
      left join checkins c on c.attendee_id = a.id
    where a.id = any(${sorted(ids)}::bigint[])`.execute(tx);
  return rows.map((row) => ({ ...row, live: [] }));
}

async function purchasesBy(tx: Db, ids: readonly number[]): Promise<NamedPurchase[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<NamedPurchase, "live"> & { state: DoorPurchase["state"] }>`
    select p.id, p.event_id as "eventId", p.registration_id as "registrationId", p.qr_uuid as secret,
      ${codeHash(sql`p.qr_uuid`)} as "codeHash", ${boughtItems} as items, ${purchaseState} as state, null as "heldBy"
    from extras_purchases p join registrations r on r.id = p.registration_id join orders o on o.id = p.order_id
    where p.id = any(${sorted(ids)}::bigint[])`.execute(tx);
  return rows.map((row) => ({ ...row, live: [] }));
}

async function undoneAmong(tx: Db, scans: NamedIds["scans"]) {
  const { rows } = await sql<{ event_id: number; scan_id: string; undone: string }>`
    select u.event_id, u.scan_id, u.undone_by as undone
    from ${given(scans)} join door_undone u using (event_id, scan_id)`.execute(tx);
  return rows;
}

/** Scans by their ids, and those that hold somebody or something that is named. */
async function scansAmong(tx: Db, { events, attendees, purchases, scans }: NamedIds): Promise<ScanRow[]> {
  const isLive = sql`s.is_admitted and s.undone_by is null and s.event_id = any(${sorted(events)}::bigint[])`;
  const { rows } = await sql<ScanRow>`
    select s.* from ${given(scans)} join door_scans s using (event_id, scan_id)
    union select s.* from door_scans s where ${isLive} and s.attendee_id = any(${sorted(attendees)}::bigint[])
    union select s.* from door_scans s where ${isLive} and s.purchase_id = any(${sorted(purchases)}::bigint[])`.execute(
    tx,
  );
  return rows;
}

/** Who is named and not there: whether they ever were, by what was written down of them. */
async function readGone(
  tx: Db,
  { events, attendees, purchases }: NamedIds,
  standing: Standing,
): Promise<void> {
  const missing = (ids: readonly number[], known: ReadonlyMap<number, unknown>) =>
    ids.filter((id) => !known.has(id));
  for (const [kind, ids] of [
    ["attendees", missing(attendees, standing.attendees)],
    ["purchases", missing(purchases, standing.purchases)],
  ] as const) {
    if (ids.length === 0) continue;
    const id = sql.raw(kind === "attendees" ? "s.attendee_id" : "s.purchase_id");
    const { rows } = await sql<{ id: number; name: string | null }>`
      select ids.id, (select s.name from door_scans s where s.event_id = any(${sorted(events)}::bigint[]) and ${id} = ids.id
        order by s.receipt desc limit 1) as name
      from unnest(${sorted(ids)}::bigint[]) as ids (id)
      where exists (select from door_scans s where s.event_id = any(${sorted(events)}::bigint[]) and ${id} = ids.id)
        or exists (select from door_changes s where s.event_id = any(${sorted(events)}::bigint[])
          and ids.id = any(${sql.raw(`s.${kind}`)}))`.execute(tx);
    for (const row of rows) standing.gone[kind].set(row.id, row.name ?? "");
  }
}

function given(scans: NamedIds["scans"]) {
  return sql`unnest(${scans.map(({ eventId }) => eventId)}::bigint[], ${scans.map(({ scanId }) => scanId)}::uuid[])
    as given (event_id, scan_id)`;
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
