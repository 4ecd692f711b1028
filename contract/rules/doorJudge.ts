/**
 * The verdict for a person who shows a code at the door, or whose name a helper chose. One pure function for the server
 * and for a device that is offline: it reads no clock, key or table, only its arguments. Invariant: the first rule that
 * matches wins, in the order of the cases below; no input makes it throw.
 */
import type { DoorAttendee, DoorPurchase, DoorVerdict } from "../shapes/door.ts";
import { eventDays, type Instant, localDay } from "./eventTime.ts";
import type { QrReading } from "./qr.ts";

/**
 * The result of checking a code with the event's key. `none`: the older form. `unchecked`: this browser cannot check
 * signatures.
 */
export type SignatureWord = "good" | "bad" | "none" | "unchecked";

/** A code as it was shown. */
export interface ShownCode {
  /** The result of `readQrText`; null when the code is not one of ours. */
  readonly reading: QrReading | null;
  readonly signature: SignatureWord;
  /** Whether its secret belongs to the attendee (or purchase) with its id: the `codeHash` is the same. */
  readonly isTheirs: boolean;
}

/** The facts that the rule needs, on the server and on a device. */
interface DoorCase {
  readonly eventId: number;
  /** Null when a name was chosen. */
  readonly code: ShownCode | null;
  /**
   * Why nobody with this id is known here. `newer`: this copy may be too old to know them (their id is above the newest
   * it has); else `gone`. The server knows everybody: `gone`.
   */
  readonly missing: "newer" | "gone";
}

/** A person at the door. */
export interface AdmissionCase extends DoorCase {
  /** The attendee with the code's id (or the chosen one) as known here; null if unknown. */
  readonly attendee: Pick<DoorAttendee, "registrationId" | "state" | "admission"> | null;
  /** The result of `isRightDay`. */
  readonly isRightDay: boolean;
}

/** A buyer who collects a purchase. It is handed over on any day. */
export interface RedemptionCase extends DoorCase {
  readonly purchase: Pick<DoorPurchase, "state" | "redemption"> | null;
}

/** A verdict; `isNew` when it is `welcome` for a person whom this copy does not know yet. */
export interface Judgement {
  readonly verdict: DoorVerdict;
  readonly isNew: boolean;
}

/** Decides whether a person is admitted. */
export function judgeAdmission({ attendee, isRightDay: isDay, ...asked }: AdmissionCase): Judgement {
  const reading = asked.code?.reading;
  const found = attendee && {
    state: attendee.state,
    isDone: attendee.admission !== null,
    isOfCode: reading?.kind !== "attendee" || reading.r === attendee.registrationId,
  };
  return judge(asked, "attendee", found, isDay);
}

/** Decides whether a purchase is handed over. */
export function judgeRedemption({ purchase, ...asked }: RedemptionCase): Judgement {
  const found = purchase && {
    state: purchase.state,
    isDone: purchase.redemption !== null,
    isOfCode: true,
  };
  return judge(asked, "extras", found, true);
}

interface Found {
  state: DoorAttendee["state"];
  isDone: boolean;
  /** Whether the code's other ids are theirs too. */
  isOfCode: boolean;
}

function judge(
  { eventId, code, missing }: DoorCase,
  kind: QrReading["kind"],
  found: Found | null,
  isDay: boolean,
): Judgement {
  if (code !== null) {
    const refused = codeProblem(code, { eventId, kind, found });
    if (refused !== null) return say(refused);
    if (found === null && missing === "newer")
      return isDay ? { verdict: "welcome", isNew: true } : say("otherDay");
  }
  if (found === null) return say("cancelled");
  if (found.state !== "active") return say(found.state);
  if (!isDay) return say("otherDay");
  return say(found.isDone ? "alreadyIn" : "welcome");
}

/** Why a code cannot be trusted, or null. */
function codeProblem(
  { reading, signature, isTheirs }: ShownCode,
  { eventId, kind, found }: { eventId: number; kind: QrReading["kind"]; found: Found | null },
): DoorVerdict | null {
  if (reading === null || reading.kind !== kind) return "unknown";
  if (reading.e !== null && reading.e !== eventId) return "otherEvent";
  if (signature === "bad") return "forged";
  // Without a valid signature, a code proves nothing unless its secret is known here.
  const isGenuine = signature === "good";
  if (found === null) return isGenuine ? null : "unknown";
  if (!isTheirs) return isGenuine ? "replaced" : "unknown";
  return found.isOfCode ? null : "forged";
}

function say(verdict: DoorVerdict): Judgement {
  return { verdict, isNew: false };
}

/** The time of an event, for its door. */
export interface DoorTime {
  readonly startDatetime: Instant;
  readonly endDatetime: Instant | null;
  readonly timeZone: string;
}

const hourMs = 3_600_000;
/** Admit people who come some hours before the start, or after midnight to a night that began the day before. */
const earlyMs = 6 * hourMs;
const lateMs = 12 * hourMs;

/**
 * Whether a ticket is valid at the door at an instant. With days of its own: on those days of the event's zone.
 * Without: on any day from the event's first to its last, and always from 6 hours before the start to 12 hours after
 * the end (without an end: after the start). No instant, or an event without a readable start, is never the wrong day.
 */
export function isRightDay(event: DoorTime, validDays: readonly string[] | null, at: Instant): boolean {
  const day = localDay(at, event.timeZone);
  if (day === null) return true;
  if (validDays !== null) return validDays.includes(day);
  const days = eventDays({ start: event.startDatetime, end: event.endDatetime, timeZone: event.timeZone });
  if (days === null || (days.first <= day && day <= days.last)) return true;
  const now = new Date(at).getTime();
  const start = new Date(event.startDatetime).getTime();
  const end = Math.max(start, event.endDatetime === null ? start : new Date(event.endDatetime).getTime());
  return start - earlyMs <= now && now <= end + lateMs;
}
