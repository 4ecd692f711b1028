/**
 * How fast may the provider be asked, and who goes first? A queue in front of it: so many requests a second, buyers
 * before jobs. A request that the provider answers with "too many" waits, longer each time and never as long as another,
 * and comes back to the head of the queue. Nobody waits longer than their patience: then `ProviderDown` says `limited`.
 * Each node has its own pace (docs/decisions/0007-too-many-requests.md).
 */
import { ProviderDown } from "./provider.ts";

/**
 * Sends a request when its turn comes. Requests with the same `shared` that have not been sent yet are one; what has
 * been sent is never shared, because it may tell what was true before the second one asked.
 */
export type SendInTurn = <T>(send: () => Promise<T>, shared?: string) => Promise<T>;

/** Turns for those who wait in front of a page, and for jobs and webhooks, which are asked again. */
export interface Pace {
  buyers: SendInTurn;
  jobs: SendInTurn;
}

/** How long each waits for an answer. A job that gives up is tried again by its worker, and an event is delivered again. */
const patienceMs = { buyers: 15_000, jobs: 30_000 };

/** The wait after the first "too many" is between half of this and all of it; then it doubles. */
const firstWaitMs = 500;
const longestWaitMs = 4_000;

/** Turns that a busy process missed are made up for, but not more of them than Stripe has saved up for us meanwhile. */
const mostLateMs = 1_000;

interface Waiting {
  who: keyof Pace;
  send: () => Promise<unknown>;
  shared: string | undefined;
  /** After this instant nobody waits for it any more. */
  untilMs: number;
  refusals: number;
  answer: PromiseWithResolvers<unknown>;
}

/** Opens the pace of one node. `perSecond` Infinity paces nothing. */
export function openPace({
  perSecond,
  random = Math.random,
}: {
  perSecond: number;
  random?: () => number;
}): Pace {
  const betweenMs = 1000 / perSecond;
  const queues: Record<keyof Pace, Waiting[]> = { buyers: [], jobs: [] };
  /** Those of both queues that may be shared. */
  const unsent = new Map<string, Waiting>();
  let nextAtMs = 0;
  let isWorking = false;

  return { buyers: inTurnOf("buyers"), jobs: inTurnOf("jobs") };

  function inTurnOf(who: keyof Pace): SendInTurn {
    return <T>(send: () => Promise<T>, shared?: string): Promise<T> => {
      const untilMs = performance.now() + patienceMs[who];
      const same = shared === undefined ? undefined : unsent.get(shared);
      if (same !== undefined) return join(same, who, untilMs) as Promise<T>;
      const answer = Promise.withResolvers<unknown>();
      const waiting = { who, send, shared, untilMs, refusals: 0, answer };
      queues[who].push(waiting);
      if (shared !== undefined) unsent.set(shared, waiting);
      void work();
      return answer.promise as Promise<T>;
    };
  }

  function join(same: Waiting, who: keyof Pace, untilMs: number): Promise<unknown> {
    if (same.who === "jobs" && who === "buyers") {
      queues.jobs.splice(queues.jobs.indexOf(same), 1);
      same.who = "buyers";
      same.untilMs = Math.min(same.untilMs, untilMs);
      queues.buyers.push(same);
    }
    return same.answer.promise;
  }

  /** Sends what waits, one after another, until nothing waits. */
  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    nextAtMs = Math.max(nextAtMs, performance.now());
    for (;;) {
      giveUpOverdue();
      if (queues.buyers.length + queues.jobs.length === 0) break;
      const now = performance.now();
      if (nextAtMs > now) {
        await wait(nextAtMs - now);
        continue;
      }
      nextAtMs = Math.max(nextAtMs, now - mostLateMs) + betweenMs;
      const next = (queues.buyers.shift() ?? queues.jobs.shift())!;
      if (next.shared !== undefined) unsent.delete(next.shared);
      void sendNow(next);
    }
    isWorking = false;
  }

  async function sendNow(waiting: Waiting): Promise<void> {
    try {
      waiting.answer.resolve(await waiting.send());
    } catch (error) {
      const waitMs = waitAfter(++waiting.refusals);
      const isTooMany = error instanceof ProviderDown && error.trouble === "limited";
      if (!isTooMany || performance.now() + waitMs >= waiting.untilMs) {
        waiting.answer.reject(error);
        return;
      }
      await wait(waitMs);
      comeBack(waiting);
    }
  }

  function comeBack(waiting: Waiting): void {
    const { shared, who, answer } = waiting;
    const same = shared === undefined ? undefined : unsent.get(shared);
    if (same !== undefined) {
      answer.resolve(join(same, who, waiting.untilMs));
      return;
    }
    queues[who].unshift(waiting);
    if (shared !== undefined) unsent.set(shared, waiting);
    void work();
  }

  function giveUpOverdue(): void {
    const now = performance.now();
    for (const who of ["buyers", "jobs"] as const) {
      if (!queues[who].some(({ untilMs }) => untilMs <= now)) continue;
      const overdue = queues[who].filter(({ untilMs }) => untilMs <= now);
      queues[who] = queues[who].filter(({ untilMs }) => untilMs > now);
      for (const { shared, answer } of overdue) {
        if (shared !== undefined) unsent.delete(shared);
        answer.reject(
          new ProviderDown("Too many requests wait for the payment provider", { trouble: "limited" }),
        );
      }
    }
  }

  function waitAfter(refusals: number): number {
    return Math.min(firstWaitMs * 2 ** (refusals - 1), longestWaitMs) * (0.5 + random() / 2);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
