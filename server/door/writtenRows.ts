/** Calls `door_write` (migrations/0062-extras-by-count.sql). */
import { sql } from "kysely";
import { handedCounts } from "../../contract/rules/door/handovers.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { ScanWrites } from "./decideScans.ts";
import { currentRedemption, handoversOf, type ScannedAttendee, type ScannedPurchase } from "./scans.ts";

export interface DeviceReport {
  eventId: number;
  deviceId: string;
  /** Null for a helper's device. */
  userId: number | null;
  appVersion: string;
  waiting: number;
  scans: number;
}

/** Writes decided scans of locked attendees and purchases. */
export async function writeScans(
  tx: Tx,
  written: ScanWrites,
  { devices, now }: { devices: readonly DeviceReport[]; now: Date },
): Promise<void> {
  const newScans = new Set(written.scans);
  const changedAttendees = [...written.attendees].filter(isAdmissionChanged);
  const rows = {
    scans: written.scans,
    changed: [...written.changed].filter((row) => !newScans.has(row)),
    undone: written.undone.map(({ eventId, scanId, undoneBy }) => ({
      event_id: eventId,
      scan_id: scanId,
      undone_by: undoneBy,
    })),
    // `left`: attendees whose stored check-in is deleted; `come`: the check-ins to store.
    left: changedAttendees.flatMap(({ id, checkinScanId }) => (checkinScanId === null ? [] : [id])),
    come: changedAttendees.flatMap(({ id, registrationId, live: [first] }) =>
      first === undefined ? [] : [{ ...first, attendee_id: id, registration_id: registrationId }],
    ),
    handed: [...written.purchases].map(handedRow),
    devices: sumByDevice(devices).map((one) => ({
      event_id: one.eventId,
      device_id: one.deviceId,
      user_id: one.userId,
      app_version: one.appVersion,
      waiting: one.waiting,
      scans: one.scans,
      at: now,
    })),
  };
  await sql`select door_write(${JSON.stringify(rows)}::jsonb)`.execute(tx);
}

function isAdmissionChanged({ checkinScanId, live }: ScannedAttendee): boolean {
  return checkinScanId !== (live[0]?.scan_id ?? null);
}

/** `moved`: how many more of each item were handed over; negative after an undo. */
function handedRow(purchase: ScannedPurchase): { id: number; at: string | null; moved: number[] } {
  const { id, items, handedBefore } = purchase;
  const handed = handedCounts({ items, handovers: handoversOf(purchase) });
  return {
    id,
    at: currentRedemption(purchase)?.at ?? null,
    moved: handed.map((count, line) => count - (handedBefore[line] ?? 0)),
  };
}

/** The latest report of each device, with the sum of its scans. */
function sumByDevice(reports: readonly DeviceReport[]): DeviceReport[] {
  const latest = new Map<string, DeviceReport>();
  for (const one of reports) {
    const key = `${one.eventId} ${one.deviceId}`;
    latest.set(key, { ...one, scans: one.scans + (latest.get(key)?.scans ?? 0) });
  }
  return [...latest.values()];
}

/** The gates of devices, by event and device. */
export async function gatesOf(
  db: Db,
  devices: readonly { eventId: number; deviceId: string }[],
): Promise<Map<string, string>> {
  if (devices.length === 0) return new Map();
  const { rows } = await sql<{ event_id: number; device_id: string; gate: string }>`
    select d.event_id, d.device_id, d.gate from door_devices d
    join unnest(${devices.map(({ eventId }) => eventId)}::bigint[], ${devices.map(({ deviceId }) => deviceId)}::uuid[])
      as wanted (event_id, device_id) using (event_id, device_id)`.execute(db);
  return new Map(rows.map(({ event_id, device_id, gate }) => [`${event_id} ${device_id}`, gate]));
}
