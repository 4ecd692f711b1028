/**
 * Decides scans without I/O, so that tests can simulate many histories in memory.
 * Invariant: an attendee is admitted if they have an admitted scan that was not undone, whether the scan or the undo
 * arrived first.
 */
import {
  isRightDay,
  isRightDayForExtras,
  type Judgement,
  judgeAdmission,
  judgeRedemption,
} from "../../contract/rules/door/doorJudge.ts";
import { areLeft, countedItems, countsOfLines, leftCounts } from "../../contract/rules/door/handovers.ts";
import type { DoorVerdict } from "../../contract/shapes/door/door.ts";
import { hasUnknownLine } from "./knownLines.ts";
import {
  admissionOf,
  currentAdmission,
  currentRedemption,
  handoversOf,
  type ReadScan,
  type ScanDecision,
  type ScanFacts,
  type ScannedAttendee,
  type ScannedPurchase,
  type ScanRow,
  type ScanSource,
  scanKey,
} from "./scans.ts";

/** The rows to write. `scans` are in the order of receipt. */
export interface ScanWrites {
  scans: ScanRow[];
  /** Scans that were decided by a repeat, or undone. */
  changed: Set<ScanRow>;
  undone: { eventId: number; scanId: string; undoneBy: string }[];
  /** Attendees and purchases whose live scans may have changed. */
  attendees: Set<ScannedAttendee>;
  purchases: Set<ScannedPurchase>;
}

/**
 * The number of the latest scan in the order of arrival (`receipt`). The database replaces these numbers, so they must
 * only be greater than all stored ones.
 */
let latestReceipt = 2 ** 52;

/** Decides scans in turn; each decision is visible to the next one. */
export function decideScans(
  facts: ScanFacts,
  scans: readonly { source: ScanSource; scan: ReadScan }[],
  now: Date,
): { decisions: ScanDecision[]; written: ScanWrites } {
  const subjects = { attendees: new Set<ScannedAttendee>(), purchases: new Set<ScannedPurchase>() };
  const written: ScanWrites = { scans: [], changed: new Set(), undone: [], ...subjects };
  const decisions = scans.map(({ source, scan }) => {
    const known = facts.scans.get(scanKey(source.event.id, scan.scanId));
    const step: ScanStep = { facts, source, scan, written, now };
    if (known !== undefined) return repeat(step, known);
    return scan.kind === "undo" ? undo(step) : admitOrRedeem(step);
  });
  return { decisions, written };
}

interface ScanStep {
  facts: ScanFacts;
  source: ScanSource;
  scan: ReadScan;
  written: ScanWrites;
  now: Date;
}

/** A repeat gets the stored verdict. It changes something only if the device has acted on the scan meanwhile. */
function repeat({ facts, source, scan, written }: ScanStep, known: ScanRow): ScanDecision {
  if (scan.decided && !known.decided && known.kind !== "undo") {
    known.decided = true;
    known.conflict = known.verdict !== "welcome" || (source.isRevoked && !known.is_admitted);
    known.is_admitted = known.is_admitted || !source.isRevoked;
    addLive(facts, written, known);
    written.changed.add(known);
  }
  return decisionOf(known);
}

function admitOrRedeem({ facts, source, scan, written, now }: ScanStep): ScanDecision {
  const { subject, removed, judgement } =
    scan.kind === "admit" ? judgePerson(facts, source, scan, now) : judgePurchase(facts, source, scan, now);
  const purchase = subject !== undefined && "items" in subject ? subject : null;
  // A scan with an unknown line is not stored, even if the device has acted on it.
  const verdict = purchase !== null && hasUnknownLine(purchase, scan.lines) ? "unknown" : judgement.verdict;
  const isNeverStored = verdict === "unknown" || verdict === "forged" || verdict === "otherEvent";
  if (isNeverStored || (subject === undefined && removed === undefined))
    return {
      verdict: isNeverStored ? verdict : "unknown",
      conflict: false,
      earlier: null,
      attendeeId: null,
      purchaseId: null,
    };
  const isWelcome = verdict === "welcome";
  // If less is left than was asked for, the latest handover is shown as the reason.
  const handover = purchase && (currentRedemption(purchase) ?? purchase.live.map(admissionOf).at(-1) ?? null);
  const admission = subject === undefined ? null : purchase === null ? currentAdmission(subject) : handover;
  const handed = purchase && countsToHand(purchase, scan.lines);
  const row: ScanRow = {
    ...receivedScan(source, scan, now),
    attendee_id: scan.kind === "admit" ? (subject?.id ?? removed!.id) : null,
    purchase_id: scan.kind === "redeem" ? (subject?.id ?? removed!.id) : null,
    registration_id: subject?.registrationId ?? null,
    name: subject === undefined ? removed!.name : shownName(subject, handed),
    handed,
    // A revoked device admits nobody, but its decided scans keep their verdict.
    verdict: source.isRevoked && !scan.decided ? "unknown" : verdict,
    is_admitted: !source.isRevoked && (isWelcome || scan.decided),
    conflict: scan.decided && (!isWelcome || source.isRevoked),
    undone_by: facts.undone.get(scanKey(source.event.id, scan.scanId)) ?? null,
    earlier: isWelcome ? null : admission,
  };
  addScan(facts, written, row);
  addLive(facts, written, row);
  return decisionOf(row);
}

/** Judges the shown code or the chosen attendee. `removed` is a deleted attendee of this id. */
export function judgePerson(facts: ScanFacts, source: ScanSource, scan: ReadScan, now: Date) {
  const eventId = source.event.id;
  let reading = scan.code?.reading ?? null;
  const shownOldCode = scan.code?.oldCode ?? null;
  const codeId = reading?.kind === "attendee" ? reading.a : (shownOldCode?.attendeeId ?? null);
  const id = scan.code === null ? scan.attendeeId : codeId;
  const found = id === null ? undefined : facts.attendees.get(id);
  const isTheirs = reading?.kind === "attendee" && reading.q.toLowerCase() === found?.secret;
  const oldCode = hasOldCode(found, scan) ? (found!.oldCode!.ended ? "ended" : "valid") : undefined;
  // The older form of a code has no event id; its secret identifies the event.
  if (reading?.kind === "attendee" && reading.e === null && isTheirs)
    reading = { ...reading, e: found!.eventId };
  const subject = found?.eventId === eventId ? found : undefined;
  const judgement = judgeAdmission({
    eventId,
    code: scan.code && { reading, signature: scan.code.signature, isTheirs, oldCode },
    missing: "gone",
    attendee: subject === undefined ? null : { ...subject, admission: currentAdmission(subject) },
    isRightDay: isOnDay(scan, now, (at) => isRightDay(doorTime(source), subject?.validDays ?? null, at)),
  });
  return { subject, removed: removedSubject(facts.gone.attendees, eventId, id), judgement };
}

/** Whether a scan shows the attendee's code of the previous system, even an ended one. */
export function hasOldCode(attendee: ScannedAttendee | undefined, { code }: ReadScan): boolean {
  const shown = code?.oldCode ?? null;
  return shown !== null && attendee?.id === shown.attendeeId && attendee.oldCode?.hash === shown.hash;
}

/** True if the day of the scan is valid, or is not to be judged. A decided scan may be valid by the device's clock. */
function isOnDay(scan: ReadScan, now: Date, isDay: (at: Date | string) => boolean): boolean {
  const isClaimed = scan.decided && scan.claimedAt !== null;
  return !scan.judgesDay || isDay(now) || (isClaimed && isDay(scan.claimedAt));
}

function judgePurchase(facts: ScanFacts, source: ScanSource, scan: ReadScan, now: Date) {
  const eventId = source.event.id;
  let reading = scan.code?.reading ?? null;
  const id = scan.code === null ? scan.purchaseId : reading?.kind === "extras" ? reading.id : null;
  const found = id === null ? undefined : facts.purchases.get(id);
  const isTheirs = reading?.kind === "extras" && reading.qrUuid.toLowerCase() === found?.secret;
  if (reading?.kind === "extras" && reading.e === null && isTheirs)
    reading = { ...reading, e: found!.eventId };
  const subject = found?.eventId === eventId ? found : undefined;
  const judgement: Judgement = judgeRedemption({
    eventId,
    code: scan.code && { reading, signature: scan.code.signature, isTheirs },
    missing: "gone",
    purchase: subject === undefined ? null : { ...subject, redemption: currentRedemption(subject) },
    isLeft:
      subject === undefined ||
      scan.lines === null ||
      areLeft(
        { items: subject.items, handovers: handoversOf(subject) },
        countsOfLines(subject.items, scan.lines),
      ),
    isRightDay: isOnDay(scan, now, (at) =>
      isRightDayForExtras(doorTime(source), subject?.ticketDays ?? [], at),
    ),
  });
  return { subject, removed: removedSubject(facts.gone.purchases, eventId, id), judgement };
}

/** The counts of `lines`. Without lines all that is left, or null if nothing is left: it counts as the whole purchase. */
function countsToHand(purchase: ScannedPurchase, lines: ReadScan["lines"]): number[] | null {
  if (lines !== null) return countsOfLines(purchase.items, lines);
  const left = leftCounts({ items: purchase.items, handovers: handoversOf(purchase) });
  return left.some((count) => count > 0) ? left : null;
}

/** Also undoes scans that have not arrived yet. From a revoked device, only the undo itself is stored. */
function undo(step: ScanStep): ScanDecision {
  const { facts, source, scan, written, now } = step;
  const eventId = source.event.id;
  const rows: ScanRow[] = [];
  let undoneAdmission: ScanRow | null = null;
  for (const scanId of scansToUndo(step)) {
    const key = scanKey(eventId, scanId);
    const row = facts.scans.get(key);
    if (row?.kind === "undo") continue;
    if (row !== undefined) rows.push(row);
    if (source.isRevoked || facts.undone.has(key)) continue;
    facts.undone.set(key, scan.scanId);
    written.undone.push({ eventId, scanId, undoneBy: scan.scanId });
    if (row === undefined || row.undone_by !== null) continue;
    row.undone_by = scan.scanId;
    if (row.is_admitted) undoneAdmission ??= row;
    removeLive(facts, written, row);
    written.changed.add(row);
  }
  const firstScan = rows[0];
  const scanned = scan.attendeeId === null ? undefined : facts.attendees.get(scan.attendeeId);
  const person = scanned?.eventId === eventId ? scanned : undefined;
  const row: ScanRow = {
    ...receivedScan(source, scan, now),
    attendee_id: firstScan?.attendee_id ?? person?.id ?? null,
    purchase_id: firstScan?.purchase_id ?? null,
    registration_id: firstScan?.registration_id ?? person?.registrationId ?? null,
    name: firstScan?.name ?? (person === undefined ? "" : shownName(person, null)),
    handed: null,
    verdict: undoneAdmission === null ? "unknown" : "welcome",
    is_admitted: false,
    conflict: scan.decided && source.isRevoked,
    undone_by: null,
    earlier: undoneAdmission === null ? null : admissionOf(undoneAdmission),
  };
  addScan(facts, written, row);
  return decisionOf(row);
}

function scansToUndo({ facts, source, scan }: ScanStep): readonly string[] {
  const { undoes, attendeeId, purchaseId } = scan;
  if (undoes !== "everything") return undoes;
  const subject =
    attendeeId === null ? facts.purchases.get(purchaseId ?? 0) : facts.attendees.get(attendeeId);
  return subject?.eventId === source.event.id ? subject.live.map(({ scan_id }) => scan_id) : [];
}

function receivedScan(source: ScanSource, scan: ReadScan, now: Date) {
  return {
    event_id: source.event.id,
    scan_id: scan.scanId,
    receipt: ++latestReceipt,
    device_id: source.deviceId,
    sequence: scan.sequence,
    kind: scan.kind,
    decided: scan.decided,
    claimed_at: scan.claimedAt === null ? null : new Date(scan.claimedAt),
    received_at: now,
    gate: source.gate,
    helper: source.by,
    user_id: source.userId,
    link_id: source.linkId,
  };
}

function addScan(facts: ScanFacts, written: ScanWrites, row: ScanRow): void {
  facts.scans.set(scanKey(row.event_id, row.scan_id), row);
  written.scans.push(row);
}

/** Marks the scan's attendee or purchase (none has the id 0), and returns its live scans; undefined if it is unknown. */
function markSubject(facts: ScanFacts, written: ScanWrites, row: ScanRow): ScanRow[] | undefined {
  if (row.kind === "redeem") {
    const purchase = facts.purchases.get(row.purchase_id ?? 0);
    if (purchase !== undefined) written.purchases.add(purchase);
    return purchase?.live;
  }
  const attendee = facts.attendees.get(row.attendee_id ?? 0);
  if (attendee !== undefined) written.attendees.add(attendee);
  return attendee?.live;
}

function addLive(facts: ScanFacts, written: ScanWrites, row: ScanRow): void {
  if (!row.is_admitted || row.undone_by !== null) return;
  const live = markSubject(facts, written, row);
  if (live === undefined || live.includes(row)) return;
  const after = live.findIndex(({ receipt }) => receipt > row.receipt);
  live.splice(after === -1 ? live.length : after, 0, row);
}

function removeLive(facts: ScanFacts, written: ScanWrites, row: ScanRow): void {
  const live = markSubject(facts, written, row) ?? [];
  const at = live.indexOf(row);
  if (at !== -1) live.splice(at, 1);
}

function decisionOf(row: ScanRow): ScanDecision {
  return {
    verdict: row.verdict satisfies DoorVerdict,
    conflict: row.conflict,
    earlier: row.earlier,
    attendeeId: row.attendee_id,
    purchaseId: row.purchase_id,
  };
}

function removedSubject(
  names: ReadonlyMap<string, string>,
  eventId: number,
  id: number | null,
): { id: number; name: string } | undefined {
  const name = id === null ? undefined : names.get(scanKey(eventId, id));
  return name === undefined ? undefined : { id: id!, name };
}

function shownName(subject: ScannedAttendee | ScannedPurchase, handed: readonly number[] | null): string {
  if ("items" in subject)
    return countedItems(subject.items, handed ?? subject.items.map(({ quantity }) => quantity))
      .map(({ title, quantity }) => `${quantity} × ${title}`)
      .join(", ");
  return `${subject.firstName} ${subject.lastName}`.trim();
}

function doorTime({ event }: ScanSource) {
  return { startDatetime: event.start_datetime, endDatetime: event.end_datetime, timeZone: event.time_zone };
}
