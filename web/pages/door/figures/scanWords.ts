import type { DoorConflict, ReportedScan } from "../../../../contract/shapes/door/doorStory.ts";
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

export function scanWords(scan: Pick<ReportedScan, "kind" | "verdict" | "conflict">): {
  words: string;
  tone: BadgeTone;
} {
  const { kind, verdict, conflict } = scan;
  if (kind === "undo") return { words: "Undone", tone: "plain" };
  const doneText = kind === "redeem" ? "Handed over" : "Let in";
  if (verdict === "welcome") return { words: doneText, tone: "good" };
  const refusal = kind === "redeem" && verdict === "alreadyIn" ? "Handed over already" : refusals[verdict];
  const refusalInSentence = `${refusal.slice(0, 1).toLowerCase()}${refusal.slice(1)}`;
  return conflict
    ? { words: `${doneText}, though ${refusalInSentence}`, tone: "bad" }
    : { words: `Refused: ${refusalInSentence}`, tone: "warn" };
}

export function whereWords({ gate, by }: Pick<ReportedScan, "gate" | "by">): string {
  return by === "" || by === gate ? gateName(gate) : `${gateName(gate)}, by ${by}`;
}

export function conflictWords({ reason, purchaseId }: Pick<DoorConflict, "reason" | "purchaseId">): {
  reason: string;
  advice: string;
} {
  const doneText = purchaseId === null ? "Let in" : "Handed over";
  const [why, advice] = reasons[reason];
  return { reason: why.replace("{done}", doneText), advice };
}

const reasons: Record<DoorConflict["reason"], readonly [why: string, advice: string]> = {
  twice: [
    "{done} more than once",
    "One code was scanned at two doors, or two devices sent the same scan. It counts once.",
  ],
  notPaid: ["{done}, though not paid", "The device was offline. The payment is still missing."],
  cancelled: ["{done}, though cancelled", "It was cancelled, but the device did not know that yet."],
  replaced: ["{done} with an old code", "Somebody may also come with the new code."],
  removed: ["{done}, deleted later", "The attendee is no longer in the list."],
  otherDay: ["{done} on another day", "The ticket is for other days."],
  revokedDevice: [
    "Scanned by a device after its access ended",
    "It does not count. Let them in again if their ticket is valid.",
  ],
};
