/** Check-in and extras on the pages of staff. The engine of the doors decides, without a gate and on any day. */
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Checkin } from "../../contract/shapes/door/checkin.ts";
import type { DoorVerdict } from "../../contract/shapes/door/door.ts";
import type { ExtrasPurchase } from "../../contract/shapes/extrasPurchase.ts";
import type { Attendee } from "../../contract/shapes/registration.ts";
import { type Idempotency, type KeyedRequest, storedReply, storeReply } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import type { EventRow } from "../events/rows.ts";
import { presentAttendees } from "../registrations/present.ts";
import { attendeesOf, type RegistrationRow, registrationById } from "../registrations/rows.ts";
import { judgePerson } from "./decideScans.ts";
import type { Doors } from "./door.ts";
import { requireKnownLines } from "./knownLines.ts";
import { readCodes } from "./readScan.ts";
import { readScanFacts } from "./scanFactRows.ts";
import { type ReadScan, type ScanSource, scanWithoutDevice } from "./scans.ts";

export interface EventStaff {
  event: EventRow;
  userId: number;
  fullName: string;
}

/** The attendee of a scanned code. Throws if they may not enter, or have entered already. */
export async function attendeeOfCode(
  db: Db,
  staff: EventStaff,
  { text, now }: { text: string; now: Date },
): Promise<{ attendee: Attendee; registration: RegistrationRow; isOldTicket: boolean }> {
  const code = await codeOf(db, staff, text, "attendee");
  const id = code.reading?.kind === "attendee" ? code.reading.a : code.oldCode!.attendeeId;
  const facts = await factsOf(db, staff, { attendees: [id] });
  const scan = scanWithoutDevice({ kind: "admit", code });
  const { subject, judgement } = judgePerson(facts, sourceOf(staff), scan, now);
  if (subject === undefined || judgement.verdict !== "welcome")
    throw await refusal(db, judgement.verdict, { attendeeId: subject?.id ?? 0, what: "attendee" });
  const registration = await registrationById(db, subject.registrationId);
  const attendee = await attendeeBy(db, subject);
  if (registration === undefined || attendee === undefined) throw notFound("attendee");
  return { attendee, registration, isOldTicket: code.oldCode !== null };
}

/**
 * Admits an attendee. Throws `alreadyCheckedIn` if they are in already. The scan id is made from the key, so a
 * repeated request is a repeated scan, even if its first reply was not stored.
 */
export async function checkInByStaff(
  db: Db,
  doors: Doors,
  staff: EventStaff,
  { attendeeId, registrationId, idempotency }: KeyedRequest & { attendeeId: number; registrationId: number },
): Promise<Checkin> {
  const earlierReply = await storedReply<Checkin>(db, idempotency);
  if (earlierReply !== undefined) return earlierReply;
  const found = (await factsOf(db, staff, { attendees: [attendeeId] })).attendees.get(attendeeId);
  if (found?.eventId !== staff.event.id || found.registrationId !== registrationId)
    throw notFound("attendee");
  const scanId = idempotency === null ? randomUUID() : scanIdOf(idempotency);
  const { verdict } = await report(doors, staff, scanWithoutDevice({ kind: "admit", scanId, attendeeId }));
  if (verdict !== "welcome") throw await refusal(db, verdict, { attendeeId, what: "attendee" });
  const checkin = await checkinOf(db, attendeeId);
  if (checkin === undefined) throw notFound("attendee");
  return storeReply(db, idempotency, checkin);
}

/** Undoes an attendee's check-in, no matter who made it; throws `notFound` if there is none. */
export async function undoStaffCheckIn(doors: Doors, staff: EventStaff, attendeeId: number): Promise<void> {
  const scan = scanWithoutDevice({ kind: "undo", attendeeId, undoes: "everything" });
  const { verdict } = await report(doors, staff, scan);
  if (verdict !== "welcome") throw notFound("check-in");
}

/**
 * Hands over extras of a code. Throws `alreadyRedeemed` if nothing, or less than wanted, is left, `invalidInput`
 * for an unknown item.
 */
export async function handOver(
  db: Db,
  doors: Doors,
  staff: EventStaff,
  { text, lines }: { text: string; lines: ReadScan["lines"] },
): Promise<ExtrasPurchase> {
  const code = await codeOf(db, staff, text, "extras");
  // With "extras", `codeOf` returns only codes of extras.
  const id = code.reading!.kind === "extras" ? code.reading!.id : 0;
  const purchases = (await factsOf(db, staff, { purchases: [id] })).purchases;
  requireKnownLines(purchases.get(id), lines ?? [], "payload.lines");
  const { verdict } = await report(doors, staff, scanWithoutDevice({ kind: "redeem", code, lines }));
  const isKnown = verdict === "welcome" || verdict === "alreadyIn";
  const purchase = isKnown ? await purchaseBy(db, id) : undefined;
  if (verdict === "alreadyIn")
    throw new DomainError(
      "alreadyRedeemed",
      lines === null ? "This was already handed over." : "Fewer are left than you want to hand over.",
      purchase,
    );
  if (purchase === undefined) throw await refusal(db, verdict, { attendeeId: 0, what: "purchase of extras" });
  return purchase;
}

async function codeOf(db: Db, { event }: EventStaff, text: string, kind: "attendee" | "extras") {
  const code = (await readCodes(db, event.id, [text]))[0]!;
  if (code.reading?.kind === kind || (kind === "attendee" && code.oldCode !== null)) return code;
  const message =
    code.reading === null
      ? "This is not one of our codes."
      : `This is the code of ${kind === "attendee" ? "extras, not of an attendee" : "an attendee, not of extras"}.`;
  throw new DomainError("unreadableCode", message);
}

function factsOf(
  db: Db,
  { event }: EventStaff,
  ids: { attendees?: readonly number[]; purchases?: readonly number[] },
) {
  const none = { attendees: [], purchases: [], scans: [], undoing: new Set<number>() };
  return readScanFacts(db, { ...none, events: [event.id], ...ids });
}

function scanIdOf({ call, key, bodyHash }: Idempotency): string {
  const digest = createHash("sha256").update(`${call}\n${key}\n`).update(bodyHash).digest("hex");
  return digest.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

function sourceOf({ event, userId, fullName }: EventStaff): ScanSource {
  return { event, deviceId: null, gate: "", by: fullName, userId, linkId: null, isRevoked: false };
}

async function report(doors: Doors, staff: EventStaff, scan: ReadScan) {
  const [answer] = await doors.submit({ source: sourceOf(staff), scans: [scan], device: null });
  return answer!;
}

/** `attendeeId` is 0 if there is no attendee. */
async function refusal(
  db: Db,
  verdict: DoorVerdict,
  { attendeeId, what }: { attendeeId: number; what: string },
): Promise<DomainError> {
  if (verdict === "otherEvent") return new DomainError("wrongEvent", "This code is for another event.");
  if (verdict === "notPaid") return new DomainError("notActive", "This registration is not paid.");
  // A deleted attendee is judged as cancelled, too.
  const isFound = await hasAttendee(db, attendeeId);
  if (verdict === "cancelled" && (isFound || what !== "attendee"))
    return new DomainError("notActive", "This registration was cancelled.");
  if (verdict !== "alreadyIn" || !isFound) return notFound(what);
  // If the check-in was undone meanwhile, both are missing.
  const checkin = await checkinOf(db, attendeeId);
  const registrationId = checkin?.registrationId ?? 0;
  const attendee = await attendeeBy(db, { id: attendeeId, registrationId });
  return new DomainError("alreadyCheckedIn", "This attendee is already checked in.", { attendee, checkin });
}

async function hasAttendee(db: Db, attendeeId: number): Promise<boolean> {
  const { rows } = await sql`select from attendees where id = ${attendeeId}`.execute(db);
  return rows.length > 0;
}

async function attendeeBy(
  db: Db,
  { id, registrationId }: { id: number; registrationId: number },
): Promise<Attendee | undefined> {
  const rows = (await attendeesOf(db, registrationId)).filter((row) => row.id === id);
  return presentAttendees(rows, null)[0];
}

async function checkinOf(db: Db, attendeeId: number): Promise<Checkin | undefined> {
  const { rows } = await sql<Omit<Checkin, "createdAt"> & { createdAt: Date }>`
    select id, created_at as "createdAt", registration_id as "registrationId", attendee_id as "attendeeId",
      event_id as "eventId", checked_in_by as "checkedInBy"
    from checkins where attendee_id = ${attendeeId}`.execute(db);
  const [row] = rows;
  return row && { ...row, createdAt: row.createdAt.toISOString() };
}

async function purchaseBy(db: Db, id: number): Promise<ExtrasPurchase | undefined> {
  const { rows } = await sql<Omit<ExtrasPurchase, "scannedAt"> & { scannedAt: Date | null }>`
    select p.id, p.registration_id as "registrationId", p.event_id as "eventId", p.extras_data as "extrasData",
      p.redeemed as status, p.handed, p.qr_uuid as "qrUuid", p.scanned_at as "scannedAt", o.payment_status as "paymentStatus"
    from extras_purchases p join orders o on o.id = p.order_id where p.id = ${id}`.execute(db);
  const [row] = rows;
  return row && { ...row, scannedAt: row.scannedAt?.toISOString() ?? null };
}
