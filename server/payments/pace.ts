/** Two queues limit the request rate of one node (docs/decisions/0007-too-many-requests.md). */
import { ProviderDown } from "./provider.ts";

/**
 * Sends a request in turn. Queued requests with the same `sharedKey` become one. A request that is being sent is not
 * shared, because its answer may be older than the second caller's question.
 */
export type SendInTurn = <T>(send: () => Promise<T>, sharedKey?: string) => Promise<T>;

/** The requests of `buyers` are sent before those of `jobs`. */
export interface RequestQueues {
  buyers: SendInTurn;
  jobs: SendInTurn;
}

const waitLimitMs = { buyers: 10_000, jobs: 30_000 };

const firstWaitMs = 500;
const maxWaitMs = 4_000;

/** A process that was too busy to send catches up only this much at once, because Stripe might refuse more. */
const maxCatchUpMs = 1_000;

interface QueuedRequest {
  queue: keyof RequestQueues;
  send: () => Promise<unknown>;
  sharedKey: string | undefined;
  /** At this time a waiting request fails for all its callers, even if one could wait longer. */
  untilMs: number;
  refusals: number;
  answer: PromiseWithResolvers<unknown>;
}

/** Opens the queues of one node. `perSecond` Infinity means no limit. */
export function openRequestQueues({
  perSecond,
  random = Math.random,
}: {
  perSecond: number;
  random?: () => number;
}): RequestQueues {
  const intervalMs = 1000 / perSecond;
  const queues: Record<keyof RequestQueues, QueuedRequest[]> = { buyers: [], jobs: [] };
  const shareable = new Map<string, QueuedRequest>();
  let nextAtMs = 0;
  let isWorking = false;

  return { buyers: senderOf("buyers"), jobs: senderOf("jobs") };

  function senderOf(queue: keyof RequestQueues): SendInTurn {
    return <T>(send: () => Promise<T>, sharedKey?: string): Promise<T> => {
      const untilMs = performance.now() + waitLimitMs[queue];
      const existing = sharedKey === undefined ? undefined : shareable.get(sharedKey);
      if (existing !== undefined) return join(existing, queue, untilMs) as Promise<T>;
      const answer = Promise.withResolvers<unknown>();
      const queued = { queue, send, sharedKey, untilMs, refusals: 0, answer };
      queues[queue].push(queued);
      if (sharedKey !== undefined) shareable.set(sharedKey, queued);
      void work();
      return answer.promise as Promise<T>;
    };
  }

  function join(existing: QueuedRequest, queue: keyof RequestQueues, untilMs: number): Promise<unknown> {
    if (existing.queue === "jobs" && queue === "buyers") {
      queues.jobs.splice(queues.jobs.indexOf(existing), 1);
      existing.queue = "buyers";
      existing.untilMs = Math.min(existing.untilMs, untilMs);
      queues.buyers.push(existing);
    }
    return existing.answer.promise;
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    nextAtMs = Math.max(nextAtMs, performance.now());
    for (;;) {
      rejectOverdue();
      if (queues.buyers.length + queues.jobs.length === 0) break;
      const now = performance.now();
      if (nextAtMs > now) {
        await wait(nextAtMs - now);
        continue;
      }
      nextAtMs = Math.max(nextAtMs, now - maxCatchUpMs) + intervalMs;
      const next = (queues.buyers.shift() ?? queues.jobs.shift())!;
      if (next.sharedKey !== undefined) shareable.delete(next.sharedKey);
      void sendNow(next);
    }
    isWorking = false;
  }

  async function sendNow(queued: QueuedRequest): Promise<void> {
    try {
      queued.answer.resolve(await queued.send());
    } catch (error) {
      const waitMs = waitAfter(++queued.refusals);
      const isTooMany = error instanceof ProviderDown && error.trouble === "limited";
      if (!isTooMany || performance.now() + waitMs >= queued.untilMs) {
        queued.answer.reject(error);
        return;
      }
      await wait(waitMs);
      requeue(queued);
    }
  }

  function requeue(queued: QueuedRequest): void {
    const { sharedKey, queue, answer } = queued;
    const existing = sharedKey === undefined ? undefined : shareable.get(sharedKey);
    if (existing !== undefined) {
      answer.resolve(join(existing, queue, queued.untilMs));
      return;
    }
    queues[queue].unshift(queued);
    if (sharedKey !== undefined) shareable.set(sharedKey, queued);
    void work();
  }

  function rejectOverdue(): void {
    const now = performance.now();
    for (const queue of ["buyers", "jobs"] as const) {
      if (!queues[queue].some(({ untilMs }) => untilMs <= now)) continue;
      const overdue = queues[queue].filter(({ untilMs }) => untilMs <= now);
      queues[queue] = queues[queue].filter(({ untilMs }) => untilMs > now);
      for (const { sharedKey, answer } of overdue) {
        if (sharedKey !== undefined) shareable.delete(sharedKey);
        answer.reject(
          new ProviderDown("Too many requests wait for the payment provider", { trouble: "limited" }),
        );
      }
    }
  }

  function waitAfter(refusals: number): number {
    return Math.min(firstWaitMs * 2 ** (refusals - 1), maxWaitMs) * (0.5 + random() / 2);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
