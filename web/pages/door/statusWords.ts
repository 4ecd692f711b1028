/** The door's status line. It says "Up to date" only for a whole copy that is at most a minute old. */
import type { DoorState } from "../../door/device.ts";

export interface StatusWords {
  tone: "good" | "warn" | "bad";
  sign: "tick" | "cloud" | "away" | "hand";
  words: string;
  /** For screen readers: without the parts that change constantly. */
  announcement: string;
}

export const lateAnswerMs = 3_000;

const staleMs = 60_000;

const problems: Record<NonNullable<DoorState["problem"]>, string> = {
  signedOut: "Signed out",
  revoked: "Ended by staff",
  expired: "This link has expired",
  storageFull: "Storage is full",
  storageLost: "Load this page again",
};

export function statusWords(state: DoorState, now: number): StatusWords {
  const waiting = waitingWords(state.waiting);
  const wordsFor = (
    tone: StatusWords["tone"],
    sign: StatusWords["sign"],
    announcement: string,
    more = "",
  ): StatusWords => ({
    tone,
    sign,
    words: `${announcement}${more} · ${waiting}`,
    announcement,
  });
  if (state.problem !== null) return wordsFor("bad", "hand", problems[state.problem]);
  const isOffline = !state.isOnline;
  if (!state.copy.isWhole) {
    const { kept, total } = state.copy;
    if (isOffline) return wordsFor("bad", "away", "Offline, names not complete");
    const progress = total === 0 ? "" : `: ${countText(kept)} of ${countText(total)}`;
    return wordsFor("warn", "cloud", "Loading the names", progress);
  }
  const ageMs = state.freshAt === null ? null : now - state.freshAt;
  const ageText = ageMs === null ? "" : ` for ${durationWords(ageMs)}`;
  if (isOffline) return wordsFor("warn", "away", "Offline", ageText);
  const silentMs = state.askedAt === null ? 0 : now - state.askedAt;
  if (silentMs > lateAnswerMs)
    return wordsFor("warn", "cloud", "No answer from the server", ` for ${durationWords(silentMs)}`);
  if (ageMs === null || ageMs > staleMs) return wordsFor("warn", "cloud", "Not up to date", ageText);
  return wordsFor("good", "tick", "Up to date");
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return "all sent";
  return waiting === 1 ? "1 scan to send" : `${countText(waiting)} scans to send`;
}

export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

function countText(value: number): string {
  return value.toLocaleString("en-US");
}
