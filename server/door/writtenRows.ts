/**
 * The SQL that writes what the engine of the door decided: the scans, who holds whom in, what was handed over, and what
 * devices told of themselves. Its attendees and purchases are locked (standingRows.ts).
 */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";
import type { Written } from "./decideScans.ts";
import type { NamedAttendee, NamedPurchase, ScanRow } from "./scans.ts";

/** Writes all of it. */
export async function writeScans(tx: Tx, written: Written): Promise<void> {
  await insertScans(tx, written.scans);
  const isNew = new Set(written.scans);
  await changeScans(
    tx,
    [...written.changed].filter((row) => !isNew.has(row)),
  );
  await insertUndone(tx, written.undone);
  await moveHolders(tx, [...written.attendees].filter(isMoved));
  await moveRedemptions(tx, [...written.purchases].filter(isMoved));
}

function isMoved({ heldBy, live }: Pick<NamedAttendee, "heldBy" | "live">): boolean {
  return heldBy !== (live[0]?.scan_id ?? null);
}

/** In their order, for that is the order of receipt. */
async function insertScans(tx: Tx, scans: readonly ScanRow[]): Promise<void> {
  if (scans.length === 0) return;
  await sql`
    insert into door_scans (event_id, scan_id, device_id, sequence, kind, attendee_id, registration_id, purchase_id, name,
      verdict, decided, is_admitted, conflict, undone_by, earlier, claimed_at, received_at, gate, helper, user_id, link_id)
    select event_id, scan_id, device_id, sequence, kind, attendee_id, registration_id, purchase_id, name,
      verdict, decided, is_admitted, conflict, undone_by, earlier, claimed_at, received_at, gate, helper, user_id, link_id
    from rows from (jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as (event_id bigint, scan_id uuid, device_id uuid,
      sequence bigint, kind text, attendee_id bigint, registration_id bigint, purchase_id bigint, name text, verdict text,
      decided boolean, is_admitted boolean, conflict boolean, undone_by uuid, earlier jsonb, claimed_at timestamptz,
      received_at timestamptz, gate text, helper text, user_id bigint, link_id bigint)) with ordinality
    order by ordinality`.execute(tx);
}

async function changeScans(tx: Tx, scans: readonly ScanRow[]): Promise<void> {
  if (scans.length === 0) return;
  const column = <K extends keyof ScanRow>(name: K) => scans.map((row) => row[name]);
  await sql`
    update door_scans s set decided = told.decided, is_admitted = told.is_admitted, conflict = told.conflict, undone_by = told.undone_by
    from unnest(${column("event_id")}::bigint[], ${column("scan_id")}::uuid[], ${column("decided")}::boolean[],
      ${column("is_admitted")}::boolean[], ${column("conflict")}::boolean[], ${column("undone_by")}::uuid[])
      as told (event_id, scan_id, decided, is_admitted, conflict, undone_by)
    where s.event_id = told.event_id and s.scan_id = told.scan_id`.execute(tx);
}

async function insertUndone(tx: Tx, undone: Written["undone"]): Promise<void> {
  if (undone.length === 0) return;
  await tx
    .insertInto("door_undone")
    .values(
      undone.map(({ eventId, scanId, undoneBy }) => ({
        event_id: eventId,
        scan_id: scanId,
        undone_by: undoneBy,
      })),
    )
    .onConflict((conflict) => conflict.columns(["event_id", "scan_id"]).doNothing())
    .execute();
}

/** A check-in whose scan was taken back goes; the next scan that holds its attendee takes its place. */
async function moveHolders(tx: Tx, moved: readonly NamedAttendee[]): Promise<void> {
  const left = moved.flatMap(({ id, heldBy }) => (heldBy === null ? [] : [id]));
  if (left.length > 0) await sql`delete from checkins where attendee_id = any(${left}::bigint[])`.execute(tx);
  const come = moved.flatMap(({ id, eventId, registrationId, live: [first] }) =>
    first === undefined
      ? []
      : [
          {
            attendee_id: id,
            registration_id: registrationId,
            event_id: eventId,
            checked_in_by: first.user_id,
            created_at: first.received_at,
            scan_id: first.scan_id,
            gate: first.gate,
            helper: first.helper,
          },
        ],
  );
  if (come.length === 0) return;
  await sql`
    insert into checkins (attendee_id, registration_id, event_id, checked_in_by, created_at, scan_id, gate, helper)
    select * from jsonb_to_recordset(${JSON.stringify(come)}::jsonb) as come (attendee_id bigint, registration_id bigint,
      event_id bigint, checked_in_by bigint, created_at timestamptz, scan_id uuid, gate text, helper text)`.execute(
    tx,
  );
}

async function moveRedemptions(tx: Tx, purchases: readonly NamedPurchase[]): Promise<void> {
  if (purchases.length === 0) return;
  await sql`
    update extras_purchases p set redeemed = told.at is not null, scanned_at = told.at
    from unnest(${purchases.map(({ id }) => id)}::bigint[], ${purchases.map(({ live }) => live[0]?.received_at ?? null)}::timestamptz[])
      as told (id, at)
    where p.id = told.id`.execute(tx);
}

/** What a device told of itself along with its scans. */
export interface DeviceNews {
  eventId: number;
  deviceId: string;
  /** Of a device of staff; a helper's is there since it opened its link. */
  userId: number | null;
  appVersion: string;
  waiting: number;
  /** Scans that were new. */
  scans: number;
}

/** Notes it, device by device in a fixed order. A device of staff that nobody registered is written down now. */
export async function noteDevices(tx: Tx, news: readonly DeviceNews[], now: Date): Promise<void> {
  const latest = new Map<string, DeviceNews>();
  for (const one of news) {
    const key = `${one.eventId} ${one.deviceId}`;
    latest.set(key, { ...one, scans: one.scans + (latest.get(key)?.scans ?? 0) });
  }
  const rows = [...latest].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
  if (rows.length === 0) return;
  await sql`
    insert into door_devices as kept (event_id, device_id, user_id, gate, app_version, waiting, scans, first_seen_at, last_seen_at)
    select "eventId", "deviceId", "userId", '', "appVersion", waiting, scans, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told ("eventId" bigint, "deviceId" uuid, "userId" bigint,
      "appVersion" text, waiting integer, scans integer)
    order by 1, 2
    on conflict (event_id, device_id) do update set waiting = excluded.waiting, scans = kept.scans + excluded.scans,
      last_seen_at = greatest(kept.last_seen_at, excluded.last_seen_at),
      app_version = case when excluded.app_version = '' then kept.app_version else excluded.app_version end`.execute(
    tx,
  );
}

/** Which gate staff have given their devices (door/register), by event and device. */
export async function gatesOf(
  tx: Tx,
  devices: readonly { eventId: number; deviceId: string }[],
): Promise<Map<string, string>> {
  if (devices.length === 0) return new Map();
  const { rows } = await sql<{ event_id: number; device_id: string; gate: string }>`
    select d.event_id, d.device_id, d.gate from door_devices d
    join unnest(${devices.map(({ eventId }) => eventId)}::bigint[], ${devices.map(({ deviceId }) => deviceId)}::uuid[])
      as given (event_id, device_id) using (event_id, device_id)`.execute(tx);
  return new Map(rows.map(({ event_id, device_id, gate }) => [`${event_id} ${device_id}`, gate]));
}
