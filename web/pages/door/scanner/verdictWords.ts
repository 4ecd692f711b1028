/**
 * A verdict for a helper: tone, icon, short title, and what to do. Pure. Invariant: the title alone is sufficient for a
 * helper who sees no colours and hears nothing.
 */

import type { DateFormat } from "../../../../contract/rules/dateFormats.ts";
import { eventDays, formatClock, formatShortDay } from "../../../../contract/rules/eventTime.ts";
import type { Admission, Door, DoorVerdict } from "../../../../contract/shapes/door.ts";
import type { ScanJudgement } from "../../../door/device.ts";

/** The sound and colour: come in, wait, no. `ask`: not decided yet. */
export type Tone = "good" | "warn" | "bad" | "ask";

/** The icon beside the words. */
export type VerdictIcon = "tick" | "again" | "coin" | "cross" | "calendar" | "question" | "hand" | "newer";

/** A verdict in words. */
export interface VerdictWords {
  tone: Tone;
  sign: VerdictIcon;
  title: string;
  detail: string | null;
}

/** The parts of a door that the words need. */
export type DoorWordsInput = Pick<Door, "event" | "tickets">;

/** The parts of an event that format its times. */
export type DoorClocks = Pick<Door["event"], "timeZone" | "dateFormat">;

/**
 * Copies from before the format was added have no `dateFormat`. At that time all doors wrote times in this
 * format.
 */
const olderFormat: DateFormat = "DD/MM/YYYY HH:mm";

const fixedWords: Record<Exclude<DoorVerdict, "welcome" | "alreadyIn" | "otherDay">, VerdictWords> = {
  notPaid: { tone: "warn", sign: "coin", title: "Not paid", detail: "Send to the desk." },
  cancelled: { tone: "bad", sign: "cross", title: "Cancelled", detail: "Do not let in. Send to the desk." },
  replaced: {
    tone: "warn",
    sign: "newer",
    title: "Replaced",
    detail: "There is a newer ticket. Ask to see that one.",
  },
  otherEvent: { tone: "bad", sign: "cross", title: "For another event", detail: "Do not let in." },
  unknown: {
    tone: "bad",
    sign: "question",
    title: "Not one of our codes",
    detail: "Ask for the ticket, or search by name.",
  },
  forged: { tone: "bad", sign: "hand", title: "Forged", detail: "Do not let in." },
};

/** The words for a judgement. */
export function verdictWords(
  { verdict, isNew, attendee, purchase, earlier }: Omit<ScanJudgement, "party" | "code">,
  door: DoorWordsInput,
): VerdictWords {
  switch (verdict) {
    case "welcome":
      return {
        tone: "good",
        sign: "tick",
        title: purchase === null ? "Welcome" : "Hand over",
        detail: isNew ? "Sold since this device was last up to date." : null,
      };
    case "alreadyIn":
      return {
        tone: "warn",
        sign: "again",
        title: purchase === null ? "Already in" : "Already handed over",
        detail: earlier === null ? null : placeWords(earlier, door.event),
      };
    case "otherDay":
      return {
        tone: "warn",
        sign: "calendar",
        title: "Another day",
        detail: `This ticket is for ${daysWords(attendee?.ticketId ?? null, door)}.`,
      };
    default:
      return fixedWords[verdict];
  }
}

/** "19:42 at North gate, by Tom". */
export function placeWords(
  { at, gate, by }: Pick<Admission, "at" | "gate" | "by">,
  clocks: DoorClocks,
): string {
  const where = gate === "" ? "in the list of attendees" : `at ${gate}`;
  // Helpers of a link are named after their gate, so the name would repeat it.
  return `${clockText(at, clocks)} ${where}${by === "" || by === gate ? "" : `, by ${by}`}`;
}

/** "19:42", on the event's clock. */
export function clockText(
  instant: string | number,
  { timeZone, dateFormat = olderFormat }: DoorClocks,
): string {
  return formatClock(instant, { timeZone, dateFormat }, "minute");
}

/** The days of a ticket, or of the event: "Sat 22 Nov and Sun 23 Nov". */
function daysWords(ticketId: number | null, { event, tickets }: DoorWordsInput): string {
  const dayText = (day: string) => formatShortDay(day, event.dateFormat ?? olderFormat);
  const validDays = tickets.find((ticket) => ticket.ticketId === ticketId)?.validDays;
  if (validDays) return listText(validDays.map(dayText));
  const { startDatetime: start, endDatetime: end, timeZone } = event;
  const days = eventDays({ start, end, timeZone });
  if (days === null) return "another day";
  return days.first === days.last ? dayText(days.first) : `${dayText(days.first)} to ${dayText(days.last)}`;
}

function listText(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "no day") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
