/**
 * Small and large reports have separate queues, because a device that comes back online may send many scans.
 * Lock order: that of scanFactRows.ts.
 */
import type { ScanAnswer } from "../../contract/shapes/door/door.ts";
import { type BatchOutcome, createBatcher } from "../batcher.ts";
import { type Db, inTransaction, sqlState, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { violatedConstraint } from "../db/violation.ts";
import { notFound } from "../domainError.ts";
import { decideScans, hasOldCode, type ScanWrites } from "./decideScans.ts";
import { lockDoors, lockScanFacts, readScanFacts, targetsOf } from "./scanFactRows.ts";
import { presentAttendee, presentDoorPurchase, type ReadScan, type ScanSource, scanKey } from "./scans.ts";
import { type DeviceReport, gatesOf, writeScans } from "./writtenRows.ts";

export interface ScanReport {
  readonly source: ScanSource;
  readonly scans: readonly ReadScan[];
  /** Null if no device made the scans. */
  readonly device: { readonly appVersion: string; readonly waiting: number } | null;
}

export type ScanOutcome = Omit<ScanAnswer, "scanId">;

export interface Doors {
  /** Resolves after commit, with an answer for each scan. */
  submit(report: ScanReport): Promise<ScanOutcome[]>;
}

const smallReportScans = 20;
const maxSmallReports = 200;
/** Bounds how long rows stay locked. */
const maxLargeReports = 2;

const uniqueViolation = "23505";

/** Opens the doors of one node. */
export function openDoors({ db, clock }: { db: Db; clock: () => Date }): Doors {
  const decide = (reports: readonly ScanReport[]) =>
    inTransaction(db, (tx) => decideAndStore(tx, reports, { now: clock() }));
  const run = (reports: readonly ScanReport[]): Promise<BatchOutcome<ScanOutcome[]>[]> =>
    decide(reports).catch((error: unknown) => {
      // Another transaction may have just written one of these scans: the second run finds it.
      if (sqlState(error) === uniqueViolation) return decide(reports);
      // The event was deleted after it was read, or while it was cached (http/access/atDoor.ts).
      if (violatedConstraint(error) === "door_devices_event_id_fkey") throw notFound("event");
      throw error;
    });
  const busy = "The doors are very busy. Try again in a few seconds.";
  const options = { concernsAll: isUnavailable, busy };
  const runSmall = createBatcher<ScanReport, ScanOutcome[]>(run, { ...options, maxSize: maxSmallReports });
  const runLarge = createBatcher<ScanReport, ScanOutcome[]>(run, { ...options, maxSize: maxLargeReports });
  return {
    submit: (report) => (report.scans.length <= smallReportScans ? runSmall(report) : runLarge(report)),
  };
}

/**
 * Decides the scans of reports in this order, and stores the results. `locks: false` and `afterReads` are for tests
 * that show a race.
 */
export async function decideAndStore(
  tx: Tx,
  incoming: readonly ScanReport[],
  { now, locks = true, afterReads }: { now: Date; locks?: boolean; afterReads?: () => Promise<void> },
): Promise<{ reply: ScanOutcome[] }[]> {
  const reports = await withGates(tx, incoming);
  const scans = reports.flatMap(({ source, scans: reportScans }) =>
    reportScans.map((scan) => ({ source, scan })),
  );
  const ids = idsIn(scans);
  // Locked before the look-up, so that an undo sees the scans that another transaction is writing.
  if (locks && ids.undoing.size > 0) await lockDoors(tx, ids);
  const targets = await targetsOf(tx, ids.undone);
  ids.attendees.push(...targets.attendees);
  ids.purchases.push(...targets.purchases);
  const facts = await (locks ? lockScanFacts : readScanFacts)(tx, ids);
  await afterReads?.();
  const { decisions, written } = decideScans(facts, scans, now);
  await writeScans(tx, written, { devices: deviceReports(reports, written), now });
  const answers = decisions.map((decision, index): ScanOutcome => {
    const { verdict, conflict, earlier, attendeeId, purchaseId } = decision;
    const attendee = facts.attendees.get(attendeeId ?? 0);
    const purchase = facts.purchases.get(purchaseId ?? 0);
    return {
      verdict,
      conflict,
      earlier,
      ...(hasOldCode(attendee, scans[index]!.scan) ? { oldTicket: true } : {}),
      attendee: attendee === undefined ? null : presentAttendee(attendee),
      purchase: purchase === undefined ? null : presentDoorPurchase(purchase),
    };
  });
  return reports.map(({ scans: reportScans }) => ({ reply: answers.splice(0, reportScans.length) }));
}

/** Decides and stores scans that no device made. */
export async function decideWithoutDevice(
  tx: Tx,
  scans: readonly ReadScan[],
  { source, now }: { source: ScanSource; now: Date },
): Promise<ScanOutcome[]> {
  const [outcome] = await decideAndStore(tx, [{ source, scans, device: null }], { now });
  return outcome!.reply;
}

function deviceReports(reports: readonly ScanReport[], written: ScanWrites): DeviceReport[] {
  const newKeys = new Set(written.scans.map((row) => scanKey(row.event_id, row.scan_id)));
  return reports.flatMap(({ source, scans, device }) => {
    const { deviceId, userId, event } = source;
    if (device === null || deviceId === null) return [];
    const keys = new Set(scans.map(({ scanId }) => scanKey(event.id, scanId)));
    const count = [...keys].filter((key) => newKeys.has(key)).length;
    return [{ eventId: event.id, deviceId, userId, ...device, scans: count }];
  });
}

/** A staff device scans at the gate that staff gave it. */
async function withGates(tx: Tx, reports: readonly ScanReport[]): Promise<ScanReport[]> {
  const staffDevices = reports.flatMap(({ source, device }) =>
    device !== null && source.userId !== null && source.deviceId !== null
      ? [{ eventId: source.event.id, deviceId: source.deviceId }]
      : [],
  );
  const gates = await gatesOf(tx, staffDevices);
  return reports.map((one) => {
    const gate = gates.get(`${one.source.event.id} ${one.source.deviceId}`);
    return gate === undefined || one.device === null ? one : { ...one, source: { ...one.source, gate } };
  });
}

function idsIn(scans: readonly { source: ScanSource; scan: ReadScan }[]) {
  const attendees: number[] = [];
  const purchases: number[] = [];
  const ownScans: { eventId: number; scanId: string }[] = [];
  const undone: { eventId: number; scanId: string }[] = [];
  const undoing = new Set<number>();
  for (const { source, scan } of scans) {
    const eventId = source.event.id;
    ownScans.push({ eventId, scanId: scan.scanId });
    if (scan.attendeeId !== null) attendees.push(scan.attendeeId);
    if (scan.purchaseId !== null) purchases.push(scan.purchaseId);
    const reading = scan.code?.reading;
    if (reading?.kind === "attendee") attendees.push(reading.a);
    const oldCode = scan.code?.oldCode ?? null;
    if (oldCode !== null) attendees.push(oldCode.attendeeId);
    if (reading?.kind === "extras") purchases.push(reading.id);
    if (scan.kind !== "undo") continue;
    undoing.add(eventId);
    if (scan.undoes !== "everything") undone.push(...scan.undoes.map((scanId) => ({ eventId, scanId })));
  }
  const events = [...new Set(scans.map(({ source }) => source.event.id))];
  return { events, undoing, attendees, purchases, scans: [...ownScans, ...undone], undone };
}
