/**
 * How long a password guesser must wait. Attempts are counted in lanes: one account from one client, from one known
 * device (`rememberDevice`), or from one session. Invariant: failures of strangers do not make a known device or
 * a session wait, so they cannot lock the owner out.
 */
import { createHash } from "node:crypto";

/** The first failure after which a lane waits without an attack. Earlier ones are free, because people mistype. */
const firstSlowFailure = 5;
const longestWaitMs = 15 * 60_000;
const slowPaceMs = 30_000;

/** How long after its last use a lane counts towards an attack, and how long it is remembered. */
export const attackWindowMs = 60 * 60_000;
export const laneLifetimeMs = 24 * 60 * 60_000;

/** From this many failures, in lanes used within the window, an account or a client is under attack. */
const accountAttackFailures = 30;
const clientAttackFailures = 50;

/** The bounds of the lanes of one client, and of all: without them a flood would fill the table. */
export const mostLanesOfClient = 200;
export const mostLanes = 100_000;

/** A lane. The column `address` stores its client. */
export interface Lane {
  lane: Buffer;
  account: Buffer;
  /** For a known device or a session its account, so that its failures do not slow others at its address. */
  client: string;
  isKnown: boolean;
}

/** The facts before an attempt. Failures of the account and the client count in lanes used within `attackWindowMs`. */
export interface LaneState extends Pick<Lane, "isKnown"> {
  /** Null if it is not remembered. */
  lane: { failures: number; notBefore: Date } | null;
  accountFailures: number;
  clientFailures: number;
  /** Counted up to `mostLanesOfClient`. */
  lanesOfClient: number;
}

/** The decision about an attempt. `firstWait`: the lane is new and begins with a wait. */
export type Verdict =
  | { kind: "go"; paceMs: number }
  | { kind: "wait"; ms: number }
  | { kind: "firstWait"; ms: number };

/** Decides whether an attempt may be made now. */
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

/** How long at least a lane is closed after 1, 2, 3 … failures, in milliseconds; after more, as after the last. */
export const waitsInMs: readonly number[] = Array.from({ length: 15 }, (_, index) => {
  const doublings = index + 1 - firstSlowFailure;
  return doublings < 0 ? 0 : Math.min(longestWaitMs, 1000 * 2 ** doublings);
});

/** The key of an account, which need not exist. */
export function accountOf(email: string): Buffer {
  return createHash("sha256").update(email.trim().toLowerCase()).digest();
}

/** The lane of an account. A session is given by its token. */
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
