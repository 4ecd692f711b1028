/** Judges scans. The server and the devices at the door use the same functions. */
import type { DoorAttendee, DoorPurchase, DoorVerdict } from "../../shapes/door/door.ts";
import { eventDays, type Instant, localDay } from "../time/eventTime.ts";
import type { QrReading } from "./qr.ts";

/** A code's signature. `none`: there is none. `unchecked`: the device could not or did not check it. */
export type SignatureResult = "good" | "bad" | "none" | "unchecked";

/** A code that was shown at the door. */
export interface ShownCode {
  /** Null when the text is no code of Foyer. */
  readonly reading: QrReading | null;
  readonly signature: SignatureResult;
  /** Whether the code's secret is that of the attendee (or purchase) with the code's id. */
  readonly isTheirs: boolean;
  /** Whether the shown code of the previous system is still valid; absent if another code was shown. */
  readonly oldCode?: "valid" | "ended" | undefined;
}

interface DoorCase {
  readonly eventId: number;
  /** Null when a name was chosen. */
  readonly code: ShownCode | null;
  /** Used if no attendee or purchase was found. `newer`: the device's data may not have it yet. */
  readonly missing: "newer" | "gone";
}

/** A person who wants to come in. */
export interface AdmissionCase extends DoorCase {
  /** The attendee of the code, or the chosen one; null if unknown here. */
  readonly attendee: Pick<DoorAttendee, "registrationId" | "state" | "admission"> | null;
  readonly isRightDay: boolean;
}

/** A buyer who collects a purchase of extras. */
export interface RedemptionCase extends DoorCase {
  readonly purchase: Pick<DoorPurchase, "state" | "redemption"> | null;
  /** False if fewer are left than are to be handed over. */
  readonly isLeft?: boolean;
  readonly isRightDay: boolean;
}

/** The verdict. `isNew`: welcome, but not yet in the device's data. */
export interface Judgement {
  readonly verdict: DoorVerdict;
  readonly isNew: boolean;
}

/** Decides whether a person is admitted. */
export function judgeAdmission({ attendee, isRightDay: isDay, ...doorCase }: AdmissionCase): Judgement {
  const reading = doorCase.code?.reading;
  const holder = attendee && {
    state: attendee.state,
    isDone: attendee.admission !== null,
    isOfCode: reading?.kind !== "attendee" || reading.r === attendee.registrationId,
  };
  return judge(doorCase, "attendee", holder, isDay);
}

/** Decides whether a purchase is handed over. */
export function judgeRedemption({
  purchase,
  isLeft = true,
  isRightDay: isDay,
  ...doorCase
}: RedemptionCase): Judgement {
  const holder = purchase && {
    state: purchase.state,
    isDone: purchase.redemption !== null || !isLeft,
    isOfCode: true,
  };
  return judge(doorCase, "extras", holder, isDay);
}

interface Holder {
  state: DoorAttendee["state"];
  isDone: boolean;
  /** False if the code has another registration than the attendee. */
  isOfCode: boolean;
}

function judge(
  { eventId, code, missing }: DoorCase,
  kind: QrReading["kind"],
  holder: Holder | null,
  isDay: boolean,
): Judgement {
  if (code !== null) {
    const problem = codeProblem(code, { eventId, kind, holder });
    if (problem !== null) return judgementOf(problem);
    if (holder === null && missing === "newer")
      return isDay ? { verdict: "welcome", isNew: true } : judgementOf("otherDay");
  }
  // Deleted attendees and purchases are shown as cancelled.
  if (holder === null) return judgementOf("cancelled");
  if (holder.state !== "active") return judgementOf(holder.state);
  if (!isDay) return judgementOf("otherDay");
  return judgementOf(holder.isDone ? "alreadyIn" : "welcome");
}

/** The verdict if the code decides it, or null. */
function codeProblem(
  { reading, signature, isTheirs, oldCode }: ShownCode,
  { eventId, kind, holder }: { eventId: number; kind: QrReading["kind"]; holder: Holder | null },
): DoorVerdict | null {
  if (reading === null && kind === "attendee" && holder !== null && oldCode !== undefined)
    return oldCode === "valid" ? null : "replaced";
  if (reading === null || reading.kind !== kind) return "unknown";
  if (reading.e !== null && reading.e !== eventId) return "otherEvent";
  if (signature === "bad") return "forged";
  // Without a valid signature, a code proves nothing unless this server or device knows its secret.
  const isGenuine = signature === "good";
  if (holder === null) return isGenuine ? null : "unknown";
  if (!isTheirs) return isGenuine ? "replaced" : "unknown";
  return holder.isOfCode ? null : "forged";
}

function judgementOf(verdict: DoorVerdict): Judgement {
  return { verdict, isNew: false };
}

/** When an event is, for its door. */
export interface DoorTime {
  readonly startDatetime: Instant;
  readonly endDatetime: Instant | null;
  readonly timeZone: string;
}

const hourMs = 3_600_000;
/** People may also come the evening before an event that starts after midnight. */
const admitBeforeStartMs = 6 * hourMs;
const admitAfterEndMs = 12 * hourMs;

/**
 * Whether a ticket is valid at an instant. A ticket with own days is valid on these days, in the event's zone. Any other
 * is valid on the event's days, and from some hours before the event's start to some hours after its end (or start, if
 * it has no end). True if the instant or, without own days, the event's start is invalid.
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
  return start - admitBeforeStartMs <= now && now <= end + admitAfterEndMs;
}

/**
 * Whether extras may be handed over: when one of the registration's tickets is valid. `ticketDays` has the own days of
 * each ticket, or null. For a registration without tickets, when a ticket without own days is valid.
 */
export function isRightDayForExtras(
  event: DoorTime,
  ticketDays: readonly (readonly string[] | null)[],
  at: Instant,
): boolean {
  return (ticketDays.length === 0 ? [null] : ticketDays).some((days) => isRightDay(event, days, at));
}
