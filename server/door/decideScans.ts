/**
 * The decisions on scans, in the order of receipt. Pure: it reads and writes only `ScanFacts`, so that thousands of
 * histories can be played in memory.
 * Invariant: an attendee is admitted if they have an admitted scan that no undo names, whichever of the two came first.
 * A repeated scan changes nothing except that the device has acted on it (`decided`), and gets its first answer.
 */

import {
  isRightDay,
  type Judgement,
  judgeAdmission,
  judgeRedemption,
} from "../../contract/rules/doorJudge.ts";
import type { DoorVerdict } from "../../contract/shapes/door.ts";
import {
  admissionOf,
  currentAdmission,
  type NamedAttendee,
  type NamedPurchase,
  type ScanDecision,
  type ScanFacts,
  type ScanRow,
  type ScanSource,
  scanKey,
  type TakenScan,
} from "./scans.ts";

/** The rows to write, in the order of receipt. */
export interface ScanWrites {
  scans: ScanRow[];
  /** Earlier scans that are now decided or taken back. */
  changed: Set<ScanRow>;
  undone: { eventId: number; scanId: string; undoneBy: string }[];
  /** Scans of these were added or taken back: only their holders are updated. */
  attendees: Set<NamedAttendee>;
  purchases: Set<NamedPurchase>;
}

/** The database numbers new scans when it writes them: after all earlier ones. */
let notYetNumbered = Number.MAX_SAFE_INTEGER / 2;

/** Decides scans one after the other; each decision is visible to the next one. */
export function decideScans(
  standing: ScanFacts,
  scans: readonly { source: ScanSource; scan: TakenScan }[],
  now: Date,
): { decisions: ScanDecision[]; written: ScanWrites } {
  const written: ScanWrites = {
    scans: [],
    changed: new Set(),
    undone: [],
    attendees: new Set(),
    purchases: new Set(),
  };
  const decisions = scans.map(({ source, scan }) => {
    const known = standing.scans.get(scanKey(source.event.id, scan.scanId));
    const turn: Turn = { standing, source, scan, written, now };
    if (known !== undefined) return again(turn, known);
    return scan.kind === "undo" ? undo(turn) : admit(turn);
  });
  return { decisions, written };
}

interface Turn {
  standing: ScanFacts;
  source: ScanSource;
  scan: TakenScan;
  written: ScanWrites;
  now: Date;
}

/** A repeated scan: meanwhile the device may have acted on it. */
function again({ standing, source, scan, written }: Turn, known: ScanRow): ScanDecision {
  if (scan.decided && !known.decided && known.kind !== "undo") {
    known.decided = true;
    known.conflict = known.verdict !== "welcome" || source.isRevoked;
    known.is_admitted = known.is_admitted || !source.isRevoked;
    hold(standing, written, known);
    written.changed.add(known);
  }
  return decisionOf(known);
}

function admit({ standing, source, scan, written, now }: Turn): ScanDecision {
  const { named, gone, judgement } =
    scan.kind === "admit" ? judgePerson(standing, source, scan, now) : judgeBought(standing, source, scan);
  const { verdict } = judgement;
  const isNobody = verdict === "unknown" || verdict === "forged" || verdict === "otherEvent";
  if (isNobody || (named === undefined && gone === undefined))
    return {
      verdict: isNobody ? verdict : "unknown",
      conflict: false,
      earlier: null,
      attendeeId: null,
      purchaseId: null,
    };
  const holder = named === undefined ? null : currentAdmission(named);
  const isWelcome = verdict === "welcome";
  const row = rowOf(source, scan, now, {
    attendee_id: scan.kind === "admit" ? (named?.id ?? gone!.id) : null,
    purchase_id: scan.kind === "redeem" ? (named?.id ?? gone!.id) : null,
    registration_id: named?.registrationId ?? null,
    name: named === undefined ? gone!.name : nameOf(named),
    // A revoked device admits nobody: its undecided scan gets no verdict, its decided one is stored.
    verdict: source.isRevoked && !scan.decided ? "unknown" : verdict,
    is_admitted: !source.isRevoked && (isWelcome || scan.decided),
    conflict: scan.decided && (!isWelcome || source.isRevoked),
    undone_by: standing.undone.get(scanKey(source.event.id, scan.scanId)) ?? null,
    earlier: isWelcome ? null : holder,
  });
  keep(standing, written, row);
  hold(standing, written, row);
  return decisionOf(row);
}

/** Judges the shown code or the chosen attendee; `gone` has those who once existed. */
export function judgePerson(standing: ScanFacts, source: ScanSource, scan: TakenScan, now: Date) {
  const eventId = source.event.id;
  let reading = scan.code?.reading ?? null;
  const id = scan.code === null ? scan.attendeeId : reading?.kind === "attendee" ? reading.a : null;
  const found = id === null ? undefined : standing.attendees.get(id);
  const isTheirs = reading?.kind === "attendee" && reading.q.toLowerCase() === found?.secret;
  // The older form does not name its event; its secret does.
  if (reading?.kind === "attendee" && reading.e === null && isTheirs)
    reading = { ...reading, e: found!.eventId };
  const named = found?.eventId === eventId ? found : undefined;
  const days = [now, ...(scan.decided && scan.claimedAt !== null ? [scan.claimedAt] : [])];
  const judgement = judgeAdmission({
    eventId,
    code: scan.code && { reading, signature: scan.code.signature, isTheirs },
    missing: "gone",
    attendee: named === undefined ? null : { ...named, admission: currentAdmission(named) },
    // A decided scan is on a right day if either clock says so: the device's may be wrong, and ours is late.
    isRightDay:
      !scan.judgesDay || days.some((day) => isRightDay(doorTime(source), named?.validDays ?? null, day)),
  });
  return { named, gone: removedSubject(standing.gone.attendees, eventId, id), judgement };
}

function judgeBought(standing: ScanFacts, source: ScanSource, scan: TakenScan) {
  const eventId = source.event.id;
  let reading = scan.code?.reading ?? null;
  const id = scan.code === null ? scan.purchaseId : reading?.kind === "extras" ? reading.id : null;
  const found = id === null ? undefined : standing.purchases.get(id);
  const isTheirs = reading?.kind === "extras" && reading.qrUuid.toLowerCase() === found?.secret;
  if (reading?.kind === "extras" && reading.e === null && isTheirs)
    reading = { ...reading, e: found!.eventId };
  const named = found?.eventId === eventId ? found : undefined;
  const judgement: Judgement = judgeRedemption({
    eventId,
    code: scan.code && { reading, signature: scan.code.signature, isTheirs },
    missing: "gone",
    purchase: named === undefined ? null : { ...named, redemption: currentAdmission(named) },
  });
  return { named, gone: removedSubject(standing.gone.purchases, eventId, id), judgement };
}

/** Takes scans back, also those that have not arrived yet. */
function undo(turn: Turn): ScanDecision {
  const { standing, source, scan, written, now } = turn;
  const eventId = source.event.id;
  const rows: ScanRow[] = [];
  let taken: ScanRow | null = null;
  for (const scanId of undoneBy(turn)) {
    const key = scanKey(eventId, scanId);
    const row = standing.scans.get(key);
    if (row?.kind === "undo") continue;
    if (row !== undefined) rows.push(row);
    if (source.isRevoked || standing.undone.has(key)) continue;
    standing.undone.set(key, scan.scanId);
    written.undone.push({ eventId, scanId, undoneBy: scan.scanId });
    if (row === undefined || row.undone_by !== null) continue;
    row.undone_by = scan.scanId;
    if (row.is_admitted) taken ??= row;
    removeLive(standing, written, row);
    written.changed.add(row);
  }
  const about = rows[0];
  const scanned = scan.attendeeId === null ? undefined : standing.attendees.get(scan.attendeeId);
  const person = scanned?.eventId === eventId ? scanned : undefined;
  const row = rowOf(source, scan, now, {
    attendee_id: about?.attendee_id ?? person?.id ?? null,
    purchase_id: about?.purchase_id ?? null,
    registration_id: about?.registration_id ?? person?.registrationId ?? null,
    name: about?.name ?? (person === undefined ? "" : nameOf(person)),
    verdict: taken === null ? "unknown" : "welcome",
    is_admitted: false,
    conflict: scan.decided && source.isRevoked,
    undone_by: null,
    earlier: taken === null ? null : admissionOf(taken),
  });
  keep(standing, written, row);
  return decisionOf(row);
}

function undoneBy({ standing, source, scan }: Turn): readonly string[] {
  const { undoes, attendeeId, purchaseId } = scan;
  if (undoes !== "everything") return undoes;
  const named =
    attendeeId === null ? standing.purchases.get(purchaseId ?? 0) : standing.attendees.get(attendeeId);
  return named?.eventId === source.event.id ? named.live.map(({ scan_id }) => scan_id) : [];
}

function rowOf(
  source: ScanSource,
  scan: TakenScan,
  now: Date,
  decided: Pick<
    ScanRow,
    | "attendee_id"
    | "purchase_id"
    | "registration_id"
    | "name"
    | "verdict"
    | "is_admitted"
    | "conflict"
    | "undone_by"
    | "earlier"
  >,
): ScanRow {
  return {
    event_id: source.event.id,
    scan_id: scan.scanId,
    receipt: ++notYetNumbered,
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
    ...decided,
  };
}

function keep(standing: ScanFacts, written: ScanWrites, row: ScanRow): void {
  standing.scans.set(scanKey(row.event_id, row.scan_id), row);
  written.scans.push(row);
}

/** The live scans of the scan's attendee or purchase, if it still exists; marks it as changed. */
function liveOf(
  { attendees, purchases }: ScanFacts,
  written: ScanWrites,
  row: ScanRow,
): ScanRow[] | undefined {
  if (row.kind === "redeem") {
    const purchase = purchases.get(row.purchase_id ?? 0);
    if (purchase !== undefined) written.purchases.add(purchase);
    return purchase?.live;
  }
  const attendee = attendees.get(row.attendee_id ?? 0);
  if (attendee !== undefined) written.attendees.add(attendee);
  return attendee?.live;
}

/** Inserts an admitted scan that is not taken back among the others, by receipt. */
function hold(standing: ScanFacts, written: ScanWrites, row: ScanRow): void {
  if (!row.is_admitted || row.undone_by !== null) return;
  const live = liveOf(standing, written, row);
  if (live === undefined || live.includes(row)) return;
  const after = live.findIndex(({ receipt }) => receipt > row.receipt);
  live.splice(after === -1 ? live.length : after, 0, row);
}

function removeLive(standing: ScanFacts, written: ScanWrites, row: ScanRow): void {
  const live = liveOf(standing, written, row) ?? [];
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

function nameOf(named: NamedAttendee | NamedPurchase): string {
  if ("items" in named) return named.items.map(({ title, quantity }) => `${quantity} × ${title}`).join(", ");
  return `${named.firstName} ${named.lastName}`.trim();
}

function doorTime({ event }: ScanSource) {
  return { startDatetime: event.start_datetime, endDatetime: event.end_datetime, timeZone: event.time_zone };
}
