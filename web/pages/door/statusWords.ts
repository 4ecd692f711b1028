/**
 * The line that always says how fresh the copy is and how many scans wait. Pure. Invariant: it never says "up to date"
 * of a copy that is not whole, or was not compared with the server's for a minute, nor while an answer is late.
 */
import type { DoorState } from "../../door/device.ts";

/** The line: its words, and how it looks beside them. */
export interface StatusWords {
  tone: "good" | "warn" | "bad";
  sign: "tick" | "cloud" | "away" | "hand";
  words: string;
  /** The same without what changes all the time: told aloud when it becomes another. */
  heard: string;
}

/** An answer that takes longer is late: the network may be gone without a sign. */
export const lateAnswerMs = 3_000;

/** After this long without a word of the server a copy is no longer called up to date. */
const staleMs = 60_000;

const problems: Record<NonNullable<DoorState["problem"]>, string> = {
  signedOut: "Signed out",
  revoked: "Ended by staff",
  expired: "This link has expired",
  storageFull: "Storage is full",
  storageLost: "Load this page again",
};

/** The line as it is at an instant. */
export function statusWords(state: DoorState, now: number): StatusWords {
  const waiting = `${count(state.waiting)} waiting`;
  const say = (
    tone: StatusWords["tone"],
    sign: StatusWords["sign"],
    heard: string,
    more = "",
  ): StatusWords => ({
    tone,
    sign,
    words: `${heard}${more} · ${waiting}`,
    heard,
  });
  if (state.problem !== null) return say("bad", "hand", problems[state.problem]);
  const isOff = !state.isOnline;
  if (!state.copy.isWhole) {
    const { kept, total } = state.copy;
    if (isOff) return say("bad", "away", "Offline, names not complete");
    const progress = total === 0 ? "" : `: ${count(kept)} of ${count(total)}`;
    return say("warn", "cloud", "Getting the names", progress);
  }
  const since = state.freshAt === null ? null : now - state.freshAt;
  const ago = since === null ? "" : ` for ${durationWords(since)}`;
  if (isOff) return say("warn", "away", "Offline", ago);
  const silentMs = state.askedAt === null ? 0 : now - state.askedAt;
  if (silentMs > lateAnswerMs)
    return say("warn", "cloud", "No answer from the server", ` for ${durationWords(silentMs)}`);
  if (since === null || since > staleMs) return say("warn", "cloud", "Not up to date", ago);
  return say("good", "tick", "Up to date");
}

/** "40 s", "12 min", "3 h". */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
