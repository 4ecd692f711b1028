/**
 * `lockScanFacts` locks attendees and purchases before it reads them, so that the engine sees the result of the previous
 * transaction. The functions of the database are in migrations/0018-door-engine.sql and 0092-door-reads-old-codes.sql.
 * Lock order: the door of each event (an advisory lock of the transaction) → events → registrations → attendees →
 * purchases, each by id.
 */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { handedCounts } from "../../contract/rules/door/handovers.ts";
import type { DoorAttendee, DoorPurchase } from "../../contract/shapes/door/door.ts";
import type { OrderItem, PaymentStatus } from "../../contract/shapes/order.ts";
import type { MissingPart, RegistrationState } from "../../contract/shapes/registration.ts";
import type { Db, Tx } from "../db/pool.ts";
import { guestNamesOf } from "../registrations/guestName.ts";
import { hasMissingParts, missingParts } from "../registrations/missing.ts";
import {
  handoversOf,
  type ScanFacts,
  type ScannedAttendee,
  type ScannedPurchase,
  type ScanRow,
  scanKey,
} from "./scans.ts";

/** The ids of a batch. `undoing` are the events in which a scan is undone. */
export interface BatchIds {
  events: readonly number[];
  undoing: ReadonlySet<number>;
  attendees: readonly number[];
  purchases: readonly number[];
  scans: readonly { eventId: number; scanId: string }[];
}

/**
 * Locks the events and their doors. Undos of an event wait for its scans, and scans for its undos, because in two
 * transactions at the same time they would not see each other.
 */
export async function lockDoors(tx: Tx, ids: Pick<BatchIds, "events" | "undoing">): Promise<void> {
  await sql`select ${lockCall({ ...ids, attendees: [], purchases: [] })}`.execute(tx);
}

function lockCall({ events, undoing, attendees, purchases }: Omit<BatchIds, "scans">): RawBuilder<unknown> {
  return sql`door_hold(${sorted(events)}::bigint[], ${[...undoing]}::bigint[], ${sorted(attendees)}::bigint[],
    ${sorted(purchases)}::bigint[])`;
}

/** The attendees and purchases of the scans to undo. */
export async function targetsOf(
  tx: Tx,
  scans: BatchIds["scans"],
): Promise<{ attendees: number[]; purchases: number[] }> {
  if (scans.length === 0) return { attendees: [], purchases: [] };
  const { rows } = await sql<{ attendee_id: number | null; purchase_id: number | null }>`
    select s.attendee_id, s.purchase_id
    from unnest(${scans.map(({ eventId }) => eventId)}::bigint[], ${scans.map(({ scanId }) => scanId)}::uuid[])
      as wanted (event_id, scan_id) join door_scans s using (event_id, scan_id)`.execute(tx);
  return {
    attendees: rows.flatMap(({ attendee_id }) => attendee_id ?? []),
    purchases: rows.flatMap(({ purchase_id }) => purchase_id ?? []),
  };
}

type SubjectJson<T> = Omit<
  T,
  "live" | "checkinScanId" | "handedBefore" | "codeHash" | "state" | "missing"
> & {
  state: RegistrationState;
};
interface FactsJson {
  attendees: SubjectJson<ScannedAttendee>[] | null;
  purchases:
    | (Omit<SubjectJson<ScannedPurchase>, "items"> & { paymentStatus: PaymentStatus; lines: OrderItem[] })[]
    | null;
  undone: { event_id: number; scan_id: string; undone_by: string }[] | null;
  scans: ScanJson[] | null;
  live: ScanJson[] | null;
  handed: ScanJson[] | null;
}
type ScanJson = Omit<ScanRow, "received_at" | "claimed_at"> & {
  received_at: string;
  claimed_at: string | null;
};

/** Locks the rows that a batch refers to, then reads the facts about them. */
export function lockScanFacts(tx: Tx, ids: BatchIds): Promise<ScanFacts> {
  // One statement is enough: a query within a volatile function sees what was committed before that query, also while
  // the statement waited for a lock.
  return readFacts(tx, ids, sql`from ${lockCall(ids)}`);
}

/** Reads the facts without locks. */
export function readScanFacts(db: Db, ids: BatchIds): Promise<ScanFacts> {
  return readFacts(db, ids, sql``);
}

/** `missing` may be read before the lock, because it is only shown. */
async function readFacts(db: Db, ids: BatchIds, lockClause: RawBuilder<unknown>): Promise<ScanFacts> {
  const { rows } = await sql<{ json: FactsJson; missing: Record<number, MissingPart[]> | null }>`
    select (select json_object_agg(a.id, ${missingParts}) from attendees a
        where a.id = any(${sorted(ids.attendees)}::bigint[]) and ${hasMissingParts}) as missing,
      door_standing(${sorted(ids.events)}::bigint[], ${sorted(ids.attendees)}::bigint[], ${sorted(ids.purchases)}::bigint[],
      ${ids.scans.map(({ eventId }) => eventId)}::bigint[], ${ids.scans.map(({ scanId }) => scanId)}::uuid[]) as json ${lockClause}`.execute(
    db,
  );
  const { json, missing } = rows[0]!;
  const facts: ScanFacts = {
    attendees: new Map(),
    purchases: new Map(),
    scans: new Map(),
    undone: new Map(),
    gone: { attendees: new Map(), purchases: new Map() },
  };
  const unnamed = (json.attendees ?? []).flatMap(({ id, firstName }) => (firstName === "" ? [id] : []));
  const guestNames = await guestNamesOf(db, unnamed);
  for (const one of json.attendees ?? [])
    facts.attendees.set(one.id, {
      ...one,
      firstName: guestNames.get(one.id) ?? one.firstName,
      missing: missing?.[one.id] ?? [],
      state: doorState(one.state),
      codeHash: codeHash(one.secret),
      live: [],
      checkinScanId: null,
    });
  for (const { paymentStatus, lines, ...one } of json.purchases ?? [])
    facts.purchases.set(one.id, {
      ...one,
      state: purchaseState(one.state, paymentStatus),
      codeHash: codeHash(one.secret),
      items: lines.map(({ title, quantity }) => ({ title, quantity })),
      handedBefore: [],
      live: [],
    });
  for (const { event_id, scan_id, undone_by } of json.undone ?? [])
    facts.undone.set(scanKey(event_id, scan_id), undone_by);
  for (const one of [...(json.scans ?? []), ...(json.live ?? []), ...(json.handed ?? [])]) {
    const key = scanKey(one.event_id, one.scan_id);
    if (facts.scans.has(key)) continue;
    const row = scanRow(one);
    facts.scans.set(key, row);
    if (row.is_admitted && row.undone_by === null) subjectOf(facts, row)?.live.push(row);
  }
  for (const { live } of [...facts.attendees.values(), ...facts.purchases.values()])
    live.sort((one, other) => one.receipt - other.receipt);
  for (const attendee of facts.attendees.values()) attendee.checkinScanId = attendee.live[0]?.scan_id ?? null;
  for (const purchase of facts.purchases.values())
    purchase.handedBefore = handedCounts({ items: purchase.items, handovers: handoversOf(purchase) });
  await readRemoved(db, ids, facts);
  return facts;
}

function subjectOf(facts: ScanFacts, row: ScanRow): ScannedAttendee | ScannedPurchase | undefined {
  if (row.kind === "redeem") return facts.purchases.get(row.purchase_id ?? 0);
  return facts.attendees.get(row.attendee_id ?? 0);
}

function scanRow(json: ScanJson): ScanRow {
  const claimedAt = json.claimed_at === null ? null : new Date(json.claimed_at);
  return { ...json, received_at: new Date(json.received_at), claimed_at: claimedAt };
}

// The next three functions do the same as the SQL in attendeeRows.ts.

function codeHash(secret: string): string {
  return createHash("sha256").update(secret).digest().subarray(0, 16).toString("base64url");
}

function doorState(state: RegistrationState): DoorAttendee["state"] {
  return state === "active" || state === "cancelled" ? state : "notPaid";
}

function purchaseState(state: RegistrationState, paid: PaymentStatus): DoorPurchase["state"] {
  if (paid === "refunded") return "cancelled";
  return paid === "pending" || paid === "failed" ? "notPaid" : doorState(state);
}

/** Finds deleted attendees and purchases in the recorded scans and changes. */
async function readRemoved(
  db: Db,
  { events, attendees, purchases }: BatchIds,
  facts: ScanFacts,
): Promise<void> {
  const withoutRow = (ids: readonly number[], known: ReadonlyMap<number, unknown>) =>
    ids.filter((id) => !known.has(id));
  for (const [kind, ids] of [
    ["attendees", withoutRow(attendees, facts.attendees)],
    ["purchases", withoutRow(purchases, facts.purchases)],
  ] as const) {
    if (ids.length === 0) continue;
    const id = sql.raw(kind === "attendees" ? "s.attendee_id" : "s.purchase_id");
    // Somebody who guesses ids also causes this query, so it must be cheap: `+ 0` avoids an index that begins with the
    // event. `order by 2 desc` prefers a name to "".
    const eventCondition = sql`s.event_id + 0 = any(${sorted(events)}::bigint[])`;
    const { rows } = await sql<{ id: number; eventId: number; name: string }>`
      select ids.id, known.event_id as "eventId", known.name from unnest(${sorted(ids)}::bigint[]) as ids (id)
        cross join lateral (
          (select s.event_id, s.name from door_scans s where ${id} = ids.id and ${eventCondition} order by s.receipt desc limit 1)
          union all
          (select s.event_id, '' from door_changes s
            where s.is_gone and ${sql.raw(`s.${kind}`)} @> array[ids.id] and ${eventCondition} limit 1)
          order by 2 desc limit 1
        ) known`.execute(db);
    for (const row of rows) facts.gone[kind].set(scanKey(row.eventId, row.id), row.name);
  }
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
