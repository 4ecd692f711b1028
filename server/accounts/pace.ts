import type { Db } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { waitWords } from "../limits/hourly.ts";
import { type Lane, verdictOn } from "./backOff.ts";
import { countAttempt, laneState, recordWaitingLane } from "./laneRows.ts";

/** Counts an attempt as failed before it is made, or refuses it. @throws tooMany with the seconds to wait */
export async function countOrRefuseAttempt(db: Db, lane: Lane, now: Date): Promise<void> {
  const state = await laneState(db, lane, now);
  const verdict = verdictOn(state, now);
  if (verdict.kind === "firstWait")
    await recordWaitingLane(db, lane, new Date(now.getTime() + verdict.ms), now);
  if (verdict.kind !== "go") throw tooMany(verdict.ms);
  // A concurrent attempt has just closed the lane; its exact wait is not known here.
  if (!(await countAttempt(db, lane, verdict.paceMs, now))) throw tooMany(1000);
}

function tooMany(ms: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1000));
  const message = `Too many attempts. Please try again in ${waitWords(retryAfterSeconds)}.`;
  return new DomainError("tooMany", message, { retryAfterSeconds });
}
