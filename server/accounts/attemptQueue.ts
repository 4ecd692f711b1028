/**
 * How many passwords are worked on at once? Hashing one takes 19 MiB and a core for 20 ms, on the threads that files and
 * pictures need too, so a flood of sign-ins must wait in a line that ends, and selling tickets must not wait with it.
 * Invariant: no more than `atOnce` run, `mostWaiting` wait, and `mostOfOneAddress` of either come from one address.
 */
import { availableParallelism } from "node:os";
import { DomainError } from "../domainError.ts";

/** The bounds of the line. */
export interface AttemptLimits {
  atOnce: number;
  mostWaiting: number;
  mostOfOneAddress: number;
}

/** A line of attempts. */
export interface AttemptQueue {
  /** Runs the work when it is its turn. Refuses with `tooMany` at once when the line is full. */
  run<T>(address: string, work: () => Promise<T>): Promise<T>;
}

const standard: AttemptLimits = {
  atOnce: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  mostWaiting: 32,
  mostOfOneAddress: 8,
};

/** Opens a line. */
export function openAttemptQueue(limits: AttemptLimits = standard): AttemptQueue {
  const waiting: (() => void)[] = [];
  const ofAddress = new Map<string, number>();
  let running = 0;

  const begin = async (): Promise<void> => {
    if (running < limits.atOnce) running += 1;
    // Whoever ends hands its place on, so that nobody who comes later overtakes.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const end = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async run(address, work) {
      const mine = ofAddress.get(address) ?? 0;
      if (waiting.length >= limits.mostWaiting || mine >= limits.mostOfOneAddress) throw tooMany();
      ofAddress.set(address, mine + 1);
      try {
        await begin();
        try {
          return await work();
        } finally {
          end();
        }
      } finally {
        const left = (ofAddress.get(address) ?? 1) - 1;
        if (left === 0) ofAddress.delete(address);
        else ofAddress.set(address, left);
      }
    },
  };
}

function tooMany(): DomainError {
  const message = "Too many people are signing in at this moment. Please try again in a few seconds.";
  return new DomainError("tooMany", message, { retryAfterSeconds: 2 });
}
