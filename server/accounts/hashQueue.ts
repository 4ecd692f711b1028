/**
 * Limits the requests that hash a password or the PIN of a helper's link at the same time, because hashing is slow and
 * takes much memory. Known people (a remembered device, or a session) have a queue of their own, which a flood of
 * strangers leaves free.
 */
import { availableParallelism } from "node:os";
import { DomainError } from "../domainError.ts";

/** `mostOfOneClient` and `mostOfOneAccount` count requests that run and requests that wait. */
export interface HashQueueLimits {
  mostRunning: number;
  mostWaitingStrangers: number;
  mostWaitingKnown: number;
  mostOfOneClient: number;
  mostOfOneAccount: number;
}

export interface HashSource {
  /** As server/http/client.ts identifies clients. */
  client: string;
  /** The account of a remembered device, or of a session; null for strangers. */
  knownAccount: number | null;
}

export interface HashQueue {
  /** Runs the work when it is its turn. @throws tooMany without waiting, if a limit is reached */
  run<T>(source: HashSource, work: () => Promise<T>): Promise<T>;
}

const defaultLimits: HashQueueLimits = {
  mostRunning: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  mostWaitingStrangers: 32,
  mostWaitingKnown: 32,
  mostOfOneClient: 8,
  mostOfOneAccount: 4,
};

/** Opens the queues. */
export function openHashQueue(limits: HashQueueLimits = defaultLimits): HashQueue {
  const strangers = { waiting: [] as (() => void)[], max: limits.mostWaitingStrangers };
  const known = { waiting: [] as (() => void)[], max: limits.mostWaitingKnown };
  const counts = new Map<string, number>();
  let running = 0;
  // The two queues take turns.
  let next = known;

  const waitForSlot = async ({ waiting }: typeof known): Promise<void> => {
    if (running < limits.mostRunning) running += 1;
    // A request that ends gives its slot to a waiting one, so that no request overtakes an earlier one of its queue.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const releaseSlot = (): void => {
    const other = next === known ? strangers : known;
    const queue = next.waiting.length > 0 ? next : other;
    const startNext = queue.waiting.shift();
    next = queue === known ? strangers : known;
    if (startNext === undefined) running -= 1;
    else startNext();
  };
  const changeCounts = (bounds: readonly Bound[], by: 1 | -1): void => {
    for (const { key } of bounds) {
      const count = (counts.get(key) ?? 0) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  };

  return {
    async run(source, work) {
      const queue = source.knownAccount === null ? strangers : known;
      const bounds = boundsOf(source, limits);
      const isFull = queue.waiting.length >= queue.max;
      if (isFull || bounds.some(({ key, max }) => (counts.get(key) ?? 0) >= max)) throw tooMany();
      changeCounts(bounds, 1);
      try {
        await waitForSlot(queue);
        try {
          return await work();
        } finally {
          releaseSlot();
        }
      } finally {
        changeCounts(bounds, -1);
      }
    },
  };
}

interface Bound {
  key: string;
  max: number;
}

function boundsOf({ client, knownAccount }: HashSource, limits: HashQueueLimits): Bound[] {
  const clientBound = { key: `client ${client}`, max: limits.mostOfOneClient };
  if (knownAccount === null) return [clientBound];
  return [clientBound, { key: `account ${knownAccount}`, max: limits.mostOfOneAccount }];
}

function tooMany(): DomainError {
  const message = "Too many people are signing in at this moment. Please try again in a few seconds.";
  return new DomainError("tooMany", message, { retryAfterSeconds: 2 });
}
