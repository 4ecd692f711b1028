/**
 * The admissions at all doors of a node. Scans that arrive together are decided together, in one transaction; a few
 * scans from online doors do not wait behind the many of a device that comes back online.
 * Invariant: the same people are admitted at the end, in whatever order devices report their scans.
 * Lock order: the door of each event → events → registrations → attendees → purchases, each by id (scanFactRows.ts).
 */
import type { Admission, DoorAttendee, DoorPurchase, DoorVerdict } from "../../contract/shapes/door.ts";
import { type BatchOutcome, createBatcher } from "../batcher.ts";
import { type Db, inTransaction, sqlState, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { violatedConstraint } from "../db/violation.ts";
import { notFound } from "../domainError.ts";
import { decideScans, type ScanWrites } from "./decideScans.ts";
import { lockDoors, lockScanFacts, type NamedIds, readScanFacts, targetsOf } from "./scanFactRows.ts";
import { presentAttendee, presentDoorPurchase, type ScanSource, scanKey, type TakenScan } from "./scans.ts";
import { type DeviceReport, gatesOf, writeScans } from "./writtenRows.ts";

/** One report of a device, its scans in its order. */
export interface ScanReport {
  readonly source: ScanSource;
  readonly scans: readonly TakenScan[];
  /** The device's own data; null if no device was used. */
  readonly device: { readonly appVersion: string; readonly waiting: number } | null;
}

/** The answer to a scan, with its attendee or purchase as they are now. */
export interface ScanAnswered {
  verdict: DoorVerdict;
  conflict: boolean;
  earlier: Admission | null;
  attendee: DoorAttendee | null;
  purchase: DoorPurchase | null;
}

/** The doors of one node. */
export interface Doors {
  /** Takes scans; resolves when they are written, with an answer for each. */
  tell(told: ScanReport): Promise<ScanAnswered[]>;
}

/** Reports of up to this many scans share batches with all other doors, up to this many devices a batch. */
const fewScans = 20;
const devicesTogether = 200;
/** A larger report shares its transaction with one other, which bounds how long rows stay locked. */
const bulkTogether = 2;

const uniqueViolation = "23505";

/** Opens the doors of one node. */
export function openDoors({ db, clock }: { db: Db; clock: () => Date }): Doors {
  const decide = (reports: readonly ScanReport[]) =>
    inTransaction(db, (tx) => decideReports(tx, reports, { now: clock() }));
  const run = (reports: readonly ScanReport[]): Promise<BatchOutcome<ScanAnswered[]>[]> =>
    decide(reports).catch((error: unknown) => {
      // Another node has just written the same scan for a different source: this time it is found.
      if (sqlState(error) === uniqueViolation) return decide(reports);
      // The caller's access is cached for a second, and the event was deleted meanwhile. The other reports of the batch
      // are run one by one.
      if (violatedConstraint(error) === "door_devices_event_id_fkey") throw notFound("event");
      throw error;
    });
  const how = { isEverybodys: isUnavailable, busy: "The doors are very busy. Try again in a few seconds." };
  const few = createBatcher<ScanReport, ScanAnswered[]>(run, { ...how, maxSize: devicesTogether });
  const many = createBatcher<ScanReport, ScanAnswered[]>(run, { ...how, maxSize: bulkTogether });
  return { tell: (report) => (report.scans.length <= fewScans ? few(report) : many(report)) };
}

/**
 * Decides the reports of devices, in the order given, and writes the result. Safe to run again after it threw. A test
 * may leave out the locks (`holds`) to show the race they prevent; `looked` is run after all reads, where it would wait
 * for them.
 */
export async function decideReports(
  tx: Tx,
  given: readonly ScanReport[],
  { now, holds = true, looked }: { now: Date; holds?: boolean; looked?: () => Promise<void> },
): Promise<BatchOutcome<ScanAnswered[]>[]> {
  const reports = await withGates(tx, given);
  const scans = reports.flatMap(({ source, scans: some }) => some.map((scan) => ({ source, scan })));
  const ids = namedIn(scans);
  // With the lock of its event an undo sees all existing scans, so lock before looking them up.
  if (holds && ids.undoing.size > 0) await lockDoors(tx, ids);
  const targets = await targetsOf(tx, ids.taken);
  ids.attendees.push(...targets.attendees);
  ids.purchases.push(...targets.purchases);
  const standing = await (holds ? lockScanFacts : readScanFacts)(tx, ids);
  await looked?.();
  const { decisions, written } = decideScans(standing, scans, now);
  await writeScans(tx, written, { news: deviceReports(reports, written), now });
  const answers = decisions.map(({ verdict, conflict, earlier, attendeeId, purchaseId }): ScanAnswered => {
    const attendee = standing.attendees.get(attendeeId ?? 0);
    const purchase = standing.purchases.get(purchaseId ?? 0);
    return {
      verdict,
      conflict,
      earlier,
      attendee: attendee === undefined ? null : presentAttendee(attendee),
      purchase: purchase === undefined ? null : presentDoorPurchase(purchase),
    };
  });
  return reports.map(({ scans: some }) => ({ reply: answers.splice(0, some.length) }));
}

/** The devices' own data, with the number of their new scans. */
function deviceReports(reports: readonly ScanReport[], written: ScanWrites): DeviceReport[] {
  const isNew = new Set(written.scans.map((row) => scanKey(row.event_id, row.scan_id)));
  return reports.flatMap(({ source, scans, device }) => {
    const { deviceId, userId, event } = source;
    if (device === null || deviceId === null) return [];
    const keys = new Set(scans.map(({ scanId }) => scanKey(event.id, scanId)));
    const count = [...keys].filter((key) => isNew.has(key)).length;
    return [{ eventId: event.id, deviceId, userId, ...device, scans: count }];
  });
}

/** A staff device scans at the gate that staff gave it. */
async function withGates(tx: Tx, reports: readonly ScanReport[]): Promise<ScanReport[]> {
  const ofStaff = reports.flatMap(({ source, device }) =>
    device !== null && source.userId !== null && source.deviceId !== null
      ? [{ eventId: source.event.id, deviceId: source.deviceId }]
      : [],
  );
  const gates = await gatesOf(tx, ofStaff);
  return reports.map((one) => {
    const gate = gates.get(`${one.source.event.id} ${one.source.deviceId}`);
    return gate === undefined || one.device === null ? one : { ...one, source: { ...one.source, gate } };
  });
}

/** The ids that scans name. `taken`: the scans that are taken back. */
function namedIn(scans: readonly { source: ScanSource; scan: TakenScan }[]) {
  const attendees: number[] = [];
  const purchases: number[] = [];
  const own: { eventId: number; scanId: string }[] = [];
  const taken: { eventId: number; scanId: string }[] = [];
  const undoing = new Set<number>();
  for (const { source, scan } of scans) {
    const eventId = source.event.id;
    own.push({ eventId, scanId: scan.scanId });
    if (scan.attendeeId !== null) attendees.push(scan.attendeeId);
    if (scan.purchaseId !== null) purchases.push(scan.purchaseId);
    const reading = scan.code?.reading;
    if (reading?.kind === "attendee") attendees.push(reading.a);
    if (reading?.kind === "extras") purchases.push(reading.id);
    if (scan.kind !== "undo") continue;
    undoing.add(eventId);
    if (scan.undoes !== "everything") taken.push(...scan.undoes.map((scanId) => ({ eventId, scanId })));
  }
  const events = [...new Set(scans.map(({ source }) => source.event.id))];
  return { events, undoing, attendees, purchases, scans: [...own, ...taken], taken } satisfies NamedIds & {
    taken: unknown;
  };
}
