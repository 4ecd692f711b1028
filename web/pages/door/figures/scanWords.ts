/** The texts of scans and conflicts for the staff page. Pure. */
import type { DoorConflict, ReportedScan } from "../../../../contract/shapes/doorStory.ts";
import type { BadgeTone } from "../../../ui/Badge.tsx";
import { gateName } from "./doorTimes.ts";

const refusals: Record<Exclude<ReportedScan["verdict"], "welcome">, string> = {
  alreadyIn: "Already in",
  notPaid: "Not paid",
  cancelled: "Cancelled",
  replaced: "Replaced by a newer ticket",
  otherEvent: "For another event",
  otherDay: "For another day",
  unknown: "Unknown",
  forged: "Forged",
};

/** The result of a scan: "Let in", "Refused: not paid", "Let in, though not paid". */
export function scanWords(scan: Pick<ReportedScan, "kind" | "verdict" | "conflict">): {
  words: string;
  tone: BadgeTone;
} {
  const { kind, verdict, conflict } = scan;
  if (kind === "undo") return { words: "Taken back", tone: "plain" };
  const done = kind === "redeem" ? "Handed over" : "Let in";
  if (verdict === "welcome") return { words: done, tone: "good" };
  const why = kind === "redeem" && verdict === "alreadyIn" ? "Handed over already" : refusals[verdict];
  const inside = `${why.slice(0, 1).toLowerCase()}${why.slice(1)}`;
  return conflict
    ? { words: `${done}, though ${inside}`, tone: "bad" }
    : { words: `Refused: ${inside}`, tone: "warn" };
}

/** "North gate, by Tom Becker". */
export function whereWords({ gate, by }: Pick<ReportedScan, "gate" | "by">): string {
  return by === "" || by === gate ? gateName(gate) : `${gateName(gate)}, by ${by}`;
}

/** Why staff should look, and what to do. */
export function conflictWords({ reason, purchaseId }: Pick<DoorConflict, "reason" | "purchaseId">): {
  reason: string;
  advice: string;
} {
  const done = purchaseId === null ? "Let in" : "Handed over";
  const [why, advice] = reasons[reason];
  return { reason: why.replace("{done}", done), advice };
}

const reasons: Record<DoorConflict["reason"], readonly [why: string, advice: string]> = {
  twice: ["{done} more than once", "One code at two doors, or one scan told by two devices. It counts once."],
  notPaid: ["{done}, though not paid", "The device had no signal. The money is still owed."],
  cancelled: ["{done}, though cancelled", "It was cancelled before the device heard of it."],
  replaced: ["{done} by a code that had been replaced", "Somebody may come with the newer code too."],
  removed: ["{done}, and deleted since", "The attendee is no longer in the list."],
  otherDay: ["{done} on another day", "The ticket is for other days."],
  revokedDevice: [
    "Scanned by a device that was ended",
    "It does not count. Let them in again if they are right.",
  ],
};
