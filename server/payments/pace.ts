/**
 * Limits the request rate to the provider with a queue: buyers first, then jobs. A request that is answered with "too
 * many" waits, longer each time and with a random part, and returns to the head of the queue. After a caller's time
 * limit it fails with `ProviderDown` and the trouble `limited`. Each node has its own rate
 * (docs/decisions/0007-too-many-requests.md).
 */
import { ProviderDown } from "./provider.ts";

/**
 * Sends a request when its turn comes. Queued requests with the same `shared` become one request. A sent request is
 * never shared, because its answer may be older than the second caller's question.
 */
export type SendInTurn = <T>(send: () => Promise<T>, shared?: string) => Promise<T>;

/** The two queues: for users who wait for a page, and for jobs and webhooks, which are repeated. */
export interface Pace {
  buyers: SendInTurn;
  jobs: SendInTurn;
}

/** The time limits. A job that gives up is repeated by its worker, and an event is delivered again. */
const patienceMs = { buyers: 15_000, jobs: 30_000 };

/** The first wait is between half of this and all of it. Each further wait doubles, up to `longestWaitMs`. */
const firstWaitMs = 500;
const longestWaitMs = 4_000;

/** How much missed time a busy process may catch up. More could exceed the burst that Stripe allows. */
const mostLateMs = 1_000;

interface Waiting {
  who: keyof Pace;
  send: () => Promise<unknown>;
  shared: string | undefined;
  /** The instant after which no caller waits any more. */
  untilMs: number;
  refusals: number;
  answer: PromiseWithResolvers<unknown>;
}

/** Opens the queues of one node. `perSecond` Infinity means no limit. */
export function openPace({
  perSecond,
  random = Math.random,
}: {
  perSecond: number;
  random?: () => number;
}): Pace {
  const betweenMs = 1000 / perSecond;
  const queues: Record<keyof Pace, Waiting[]> = { buyers: [], jobs: [] };
  /** The queued requests that may be shared, from both queues. */
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

  /** Sends queued requests one after another until the queues are empty. */
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
