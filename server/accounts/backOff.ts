/**
 * How long a password guesser must wait. Attempts are counted in lanes: one account from one client
 * (server/http/client.ts), from one known device (it has signed in before), or from one session, which confirms the
 * password of its own account.
 * The wait that grows with each failure depends on the failures of one lane. In addition, many failures of an account
 * or of a client slow down all its lanes, except those of known devices and sessions: a new lane begins with a short
 * wait, and every lane has a slow pace. A client with too many lanes gets no new one.
 * Invariant: failures of strangers do not make a known device or a session wait, so they cannot lock the owner out.
 */
import { createHash } from "node:crypto";

/** The first failure after which a lane waits. Earlier ones are free, because people mistype. */
const firstSlowFailure = 5;
const longestWaitMs = 15 * 60_000;
/** The pace of a lane whose account or client is under attack. */
const slowPaceMs = 30_000;

/** How long after its last use a lane counts towards an attack, and how long it is remembered. */
export const attackWindowMs = 60 * 60_000;
export const laneLifetimeMs = 24 * 60 * 60_000;

/** From this number of failures, in lanes that were used within the window, an account or a client is under attack. */
const accountAttackFailures = 30;
const clientAttackFailures = 50;

/** How many lanes one client may have, and all clients together. Otherwise a flood would fill the table. */
export const mostLanesOfClient = 200;
export const mostLanes = 100_000;

/** A lane: its key, its account, and the client of its attempts (stored in the column `address`). */
export interface Lane {
  lane: Buffer;
  account: Buffer;
  /** For a known device or a session its account, so that it counts for nobody else at its address. */
  client: string;
  /** Whether it is of a known device or of a session. */
  isKnown: boolean;
}

/** The facts before an attempt. Failures of the account and of the client count in lanes used within the last hour. */
export interface LaneState extends Pick<Lane, "isKnown"> {
  /** Null when nobody has tried in this lane lately. */
  lane: { failures: number; notBefore: Date } | null;
  accountFailures: number;
  clientFailures: number;
  /** The number of lanes of the client, counted up to `mostLanesOfClient`. */
  lanesOfClient: number;
}

/** Whether an attempt may be made now. `firstWait`: the lane is new and begins with a wait. */
export type Verdict =
  | { kind: "go"; paceMs: number }
  | { kind: "wait"; ms: number }
  | { kind: "firstWait"; ms: number };

/** Decides about an attempt. */
export function verdictOn(state: LaneState, now: Date): Verdict {
  const isUnderAttack =
    !state.isKnown &&
    (state.accountFailures >= accountAttackFailures || state.clientFailures >= clientAttackFailures);
  if (state.lane === null) {
    if (state.lanesOfClient >= mostLanesOfClient) return { kind: "wait", ms: longestWaitMs };
    return isUnderAttack ? { kind: "firstWait", ms: slowPaceMs } : { kind: "go", paceMs: 0 };
  }
  const ms = state.lane.notBefore.getTime() - now.getTime();
  if (ms > 0) return { kind: "wait", ms };
  return { kind: "go", paceMs: isUnderAttack ? slowPaceMs : 0 };
}

/** How long the lane is closed after this number of failures, in milliseconds. */
export function waitAfter(failures: number): number {
  return failures < firstSlowFailure ? 0 : Math.min(longestWaitMs, 1000 * 2 ** (failures - firstSlowFailure));
}

/** The account key of an e-mail address, whether the account exists or not. */
export function accountOf(email: string): Buffer {
  return createHash("sha256").update(email.trim().toLowerCase()).digest();
}

/** The lane of an account from a client, from a device that signed in before, or from a session by its token. */
export function laneOf(
  account: Buffer,
  from: { client: string } | { device: string } | { session: string },
): Lane {
  const isKnown = !("client" in from);
  const client = isKnown ? `known ${account.toString("hex")}` : from.client;
  const [[kind, text]] = Object.entries(from) as [[string, string]];
  const lane = createHash("sha256").update(account).update(`${kind} ${text}`).digest();
  return { lane, account, client, isKnown };
}
