/** A title must be sufficient alone, for a helper who sees no colours and hears nothing. */

import { countedItems } from "../../../../../contract/rules/door/handovers.ts";
import { answerWords, SHORT_ANSWER } from "../../../../../contract/rules/questions/questions.ts";
import type { DateFormat } from "../../../../../contract/rules/time/dateFormats.ts";
import { eventDays, formatClock, formatShortDay } from "../../../../../contract/rules/time/eventTime.ts";
import type { Admission, Door, DoorAttendee, DoorVerdict } from "../../../../../contract/shapes/door/door.ts";
import type { ScanJudgement } from "../../../../door/device.ts";
import { leftOf } from "../../../../door/handovers.ts";
import { itemsText } from "../../../../words/itemsText.ts";

/** `ask`: the helper has not decided yet. */
export type Tone = "good" | "warn" | "bad" | "ask";

export type VerdictIcon = "tick" | "again" | "coin" | "cross" | "calendar" | "question" | "hand" | "newer";

export interface VerdictWords {
  tone: Tone;
  sign: VerdictIcon;
  title: string;
  detail: string | null;
}

export type DoorWordsInput = Pick<Door, "event" | "tickets">;

export type DoorClocks = Pick<Door["event"], "timeZone" | "dateFormat">;

/** For a door without `dateFormat`, from an older server. */
const olderFormat: DateFormat = "DD/MM/YYYY HH:mm";

const fixedWords: Record<Exclude<DoorVerdict, "welcome" | "alreadyIn" | "otherDay">, VerdictWords> = {
  notPaid: { tone: "warn", sign: "coin", title: "Not paid", detail: "Send the guest to the ticket desk." },
  cancelled: {
    tone: "bad",
    sign: "cross",
    title: "Cancelled",
    detail: "Do not let in. Send the guest to the ticket desk.",
  },
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

/** An answer of the server has no `party`. */
type WordedJudgement = Omit<ScanJudgement, "party" | "code"> &
  Partial<Pick<ScanJudgement, "party">> & {
    /** Whether a code of extras was scanned, also if `purchase` is null. */
    readonly isExtras?: boolean;
  };

export function verdictWords(
  { verdict, isNew, attendee, purchase, earlier, party = [], isExtras = purchase !== null }: WordedJudgement,
  door: DoorWordsInput,
): VerdictWords {
  switch (verdict) {
    case "welcome":
      return {
        tone: "good",
        sign: "tick",
        title: isExtras ? "Hand over" : "Welcome",
        detail: isNew ? "Sold since this device was last up to date." : null,
      };
    case "alreadyIn":
      return {
        tone: "warn",
        sign: "again",
        title: isExtras ? "Already handed over" : "Already in",
        detail: earlier === null ? null : placeWords(earlier, door.event),
      };
    case "otherDay":
      return {
        tone: "warn",
        sign: "calendar",
        title: "Another day",
        detail: !isExtras
          ? `This ticket is for ${daysWords([attendee?.ticketId ?? null], door)}.`
          : extrasDayWords(party, door),
      };
    default:
      return fixedWords[verdict];
  }
}

type CorrectedScan = Pick<ScanJudgement, "verdict" | "attendee" | "purchase"> & {
  readonly conflict?: boolean;
};

/** What a helper must do after a correction, and why. */
export function correctionTitle(
  { verdict, attendee, purchase, conflict = true }: CorrectedScan,
  { name, items }: { name: string; items?: string | undefined },
  door: DoorWordsInput,
): string {
  if (purchase !== null || items !== undefined) {
    const isSomeLeft = verdict === "alreadyIn" && purchase !== null && purchase.redemption === null;
    // In a conflict `leftOf` may have subtracted these items already, so it does not tell how many were left at the scan.
    const reason =
      isSomeLeft && !conflict
        ? `only ${itemsText(countedItems(purchase.items, leftOf(purchase)))} left`
        : extrasReasons[verdict];
    return `Take back ${items ?? itemsText(purchase?.items ?? [])}: ${reason}`;
  }
  const reason =
    verdict === "otherDay"
      ? `the ticket is for ${daysWords([attendee?.ticketId ?? null], door)}`
      : ticketReasons[verdict];
  return `Stop ${name === "" ? "this guest" : name}: ${reason}`;
}

const ticketReasons: Record<Exclude<DoorVerdict, "otherDay">, string> = {
  welcome: "staff have ended this device’s access",
  alreadyIn: "this ticket is already in",
  notPaid: "the ticket is not paid",
  cancelled: "the ticket is cancelled",
  replaced: "there is a newer ticket",
  otherEvent: "the ticket is for another event",
  unknown: "the ticket is not ours",
  forged: "the ticket is forged",
};
const extrasReasons: Record<DoorVerdict, string> = {
  ...ticketReasons,
  alreadyIn: "already handed over",
  notPaid: "they are not paid",
  cancelled: "they are cancelled",
  replaced: "there is a newer code",
  otherEvent: "they are for another event",
  otherDay: "they are for another day",
  unknown: "the code is not ours",
  forged: "the code is forged",
};

export function placeWords(
  { at, gate, by }: Pick<Admission, "at" | "gate" | "by">,
  clocks: DoorClocks,
): string {
  const where = gate === "" ? "in the list of attendees" : `at ${gate}`;
  // A helper who is named after the gate would repeat it.
  return `${clockText(at, clocks)} ${where}${by === "" || by === gate ? "" : `, by ${by}`}`;
}

/** On the event's clock. */
export function clockText(
  instant: string | number,
  { timeZone, dateFormat = olderFormat }: DoorClocks,
): string {
  return formatClock(instant, { timeZone, dateFormat }, "minute");
}

export function answersInWords(
  { answers }: Pick<DoorAttendee, "answers">,
  { questions }: Pick<Door, "questions">,
): { questionId: number; question: string; answer: string }[] {
  return answers.map(({ questionId, answer }) => {
    const { typeId = SHORT_ANSWER, text = "Answer" } =
      questions.find((one) => one.questionId === questionId) ?? {};
    return { questionId, question: text, answer: answerWords(typeId, answer) };
  });
}

/** The days of extras are those of the registration's tickets; without any, those of the event. */
export function extrasDayWords(party: ScanJudgement["party"], door: DoorWordsInput): string {
  const ticketIds = party.map(({ ticketId }) => ticketId);
  return `These extras are for ${daysWords(ticketIds.length === 0 ? [null] : ticketIds, door)}.`;
}

/** An id of null means the days of the event. */
export function daysWords(ticketIds: readonly (number | null)[], { event, tickets }: DoorWordsInput): string {
  const dayText = (day: string) => formatShortDay(day, event.dateFormat ?? olderFormat);
  const ticketDays = ticketIds.map(
    (id) => tickets.find(({ ticketId }) => ticketId === id)?.validDays ?? null,
  );
  if (ticketDays.every((days) => days !== null))
    return (
      new Intl.ListFormat("en-GB").format([...new Set(ticketDays.flat())].sort().map(dayText)) || "no day"
    );
  const { startDatetime: start, endDatetime: end, timeZone } = event;
  const days = eventDays({ start, end, timeZone });
  if (days === null) return "another day";
  return days.first === days.last ? dayText(days.first) : `${dayText(days.first)} to ${dayText(days.last)}`;
}
