/**
 * The number of passwords that are hashed at once. Hashing one takes 19 MiB and a core for 20 ms, in one process
 * (passwords.ts) that yields to buyers, so a flood of sign-ins must wait in a bounded queue.
 * There are two queues, which take turns: one for known people (a device that signed in before, or a session), one for
 * strangers. A flood of strangers fills its own queue and leaves the other one free.
 * Invariant: no more than `atOnce` run, each queue is no longer than its bound, and one client and one account have no
 * more than their share of all that run or wait.
 */
import { availableParallelism } from "node:os";
import { DomainError } from "../domainError.ts";

/** The bounds of the queues. */
export interface AttemptLimits {
  atOnce: number;
  mostStrangers: number;
  mostKnown: number;
  mostOfOneClient: number;
  mostOfOneAccount: number;
}

/** The client and the account of an attempt. */
export interface AttemptSource {
  /** As server/http/client.ts identifies clients. */
  client: string;
  /** The account of a device that signed in before, or of a session; null for strangers. */
  knownAccount: number | null;
}

/** The queue of attempts. */
export interface AttemptQueue {
  /** Runs the work when it is its turn. Refuses with `tooMany` at once when the queue is full. */
  run<T>(attempter: AttemptSource, work: () => Promise<T>): Promise<T>;
}

const standard: AttemptLimits = {
  atOnce: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  mostStrangers: 32,
  mostKnown: 32,
  mostOfOneClient: 8,
  mostOfOneAccount: 4,
};

/** Opens the queues. */
export function openAttemptQueue(limits: AttemptLimits = standard): AttemptQueue {
  const strangers = { waiting: [] as (() => void)[], most: limits.mostStrangers };
  const known = { waiting: [] as (() => void)[], most: limits.mostKnown };
  const underWay = new Map<string, number>();
  let running = 0;
  let next = known;

  const begin = async ({ waiting }: typeof known): Promise<void> => {
    if (running < limits.atOnce) running += 1;
    // The attempt that ends passes its slot on, so that no later attempt overtakes.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const end = (): void => {
    const other = next === known ? strangers : known;
    const line = next.waiting.length > 0 ? next : other;
    const goOn = line.waiting.shift();
    next = line === known ? strangers : known;
    if (goOn === undefined) running -= 1;
    else goOn();
  };
  const move = (bounds: readonly Bound[], by: 1 | -1): void => {
    for (const { of } of bounds) {
      const count = (underWay.get(of) ?? 0) + by;
      if (count === 0) underWay.delete(of);
      else underWay.set(of, count);
    }
  };

  return {
    async run(attempter, work) {
      const line = attempter.knownAccount === null ? strangers : known;
      const bounds = boundsOf(attempter, limits);
      const isFull = line.waiting.length >= line.most;
      if (isFull || bounds.some(({ of, most }) => (underWay.get(of) ?? 0) >= most)) throw tooMany();
      move(bounds, 1);
      try {
        await begin(line);
        try {
          return await work();
        } finally {
          end();
        }
      } finally {
        move(bounds, -1);
      }
    },
  };
}

/** How many attempts of one client, or of one account, may run or wait. */
interface Bound {
  of: string;
  most: number;
}

function boundsOf({ client, knownAccount }: AttemptSource, limits: AttemptLimits): Bound[] {
  const ofClient = { of: `client ${client}`, most: limits.mostOfOneClient };
  if (knownAccount === null) return [ofClient];
  return [ofClient, { of: `account ${knownAccount}`, most: limits.mostOfOneAccount }];
}

function tooMany(): DomainError {
  const message = "Too many people are signing in at this moment. Please try again in a few seconds.";
  return new DomainError("tooMany", message, { retryAfterSeconds: 2 });
}
