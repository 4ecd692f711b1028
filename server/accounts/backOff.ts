/**
 * How long must somebody wait who guesses passwords, so that the owner of the account never waits for them?
 * Attempts are counted in lanes: one account from one known device, or one account from one client (server/http/client.ts). What happens in a
 * lane slows down that lane alone. When an account or a client has seen many failures lately, a new lane begins with a
 * short wait and goes slowly; a device that signed in before has a lane of its own and is spared that.
 * Invariant: no failure in one lane ever closes another, so nobody can lock the owner out.
 */
import { createHash } from "node:crypto";

/** Failures that cost nothing: people mistype. */
const free = 5;
const longestWaitMs = 15 * 60_000;
/** The pace of a lane while its account or address is under attack. */
const slowPaceMs = 30_000;

/** For how long failures are remembered as an attack, and lanes at all. */
export const attackWindowMs = 60 * 60_000;
export const laneLifetimeMs = 24 * 60 * 60_000;

/** From how many failures within the window on an account is under attack, and an address suspicious. */
const attackOnAccount = 30;
const attackFromAddress = 50;

/** How many accounts one client may have lanes of, and how many lanes there are in all: a flood ends in a full table else. */
export const mostLanesOfClient = 200;
export const mostLanes = 100_000;

/** What is known before an attempt. Failures of the account and the address are those of the last hour. */
export interface LaneState {
  isKnownDevice: boolean;
  /** Null when nobody has tried in this lane lately. */
  lane: { failures: number; notBefore: Date } | null;
  accountFailures: number;
  addressFailures: number;
  /** How many lanes the client has, counted up to `mostLanesOfClient`. */
  lanesOfClient: number;
}

/** Whether an attempt may be made now. `knock` remembers the lane, whose first attempt must wait. */
export type Verdict =
  | { kind: "go"; paceMs: number }
  | { kind: "wait"; ms: number }
  | { kind: "knock"; ms: number };

/** Decides about an attempt. */
export function verdictOn(state: LaneState, now: Date): Verdict {
  const isUnderAttack =
    !state.isKnownDevice &&
    (state.accountFailures >= attackOnAccount || state.addressFailures >= attackFromAddress);
  if (state.lane === null) {
    if (!state.isKnownDevice && state.lanesOfClient >= mostLanesOfClient)
      return { kind: "wait", ms: longestWaitMs };
    return isUnderAttack ? { kind: "knock", ms: slowPaceMs } : { kind: "go", paceMs: 0 };
  }
  const ms = state.lane.notBefore.getTime() - now.getTime();
  if (ms > 0) return { kind: "wait", ms };
  return { kind: "go", paceMs: isUnderAttack ? slowPaceMs : 0 };
}

/** How long the lane is closed after so many failures, in milliseconds. */
export function waitAfter(failures: number): number {
  return failures < free ? 0 : Math.min(longestWaitMs, 1000 * 2 ** Math.min(failures - free, 20));
}

/** The account of an address, whether anybody has it or not. */
export function accountOf(email: string): Buffer {
  return createHash("sha256").update(email.trim().toLowerCase()).digest();
}

/** The lane of an account from a device that signed in before, or from a client (server/http/client.ts). */
export function laneOf(account: Buffer, from: { device: string } | { client: string }): Buffer {
  const way = "device" in from ? `device ${from.device}` : `address ${from.client}`;
  return createHash("sha256").update(account).update(way).digest();
}
