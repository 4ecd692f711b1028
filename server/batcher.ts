/**
 * Runs concurrent requests together: while one batch runs, new requests wait for the next.
 * If a batch of several fails, its requests run again one by one, so that a bad one does not make others fail. They do
 * not run again after a failure that concerns all, such as a lost connection to the database: each would wait for it in
 * turn, and a commit whose reply was lost would be repeated.
 */
import { DomainError } from "./domainError.ts";

export type BatchOutcome<R> = { reply: R } | { refused: DomainError };

/** Returns one outcome per request, in the same order. May be called again after it threw. */
export type RunBatch<Q, R> = (requests: readonly Q[]) => Promise<BatchOutcome<R>[]>;

/** Runs work after the previous work has succeeded or failed. */
export type RunInTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface BatcherOptions {
  maxSize?: number;
  /** More waiting requests are refused with the message `busy`. */
  maxWaiting?: number;
  busy?: string;
  concernsAll?: (error: unknown) => boolean;
  /** Turns shared with batchers that lock the same rows. A batch accepts requests until its turn starts. */
  inTurn?: RunInTurn;
}

interface QueuedRequest<Q, R> {
  request: Q;
  resolve: (reply: R) => void;
  reject: (error: unknown) => void;
}

/** Creates a queue of turns for several batchers to share. */
export function createTurns(): RunInTurn {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = previous.then(work);
    previous = turn.catch(() => {});
    return turn;
  };
}

/** Returns a function that adds a request to the next batch. */
export function createBatcher<Q, R>(
  run: RunBatch<Q, R>,
  {
    maxSize = 500,
    maxWaiting = 20_000,
    concernsAll = () => false,
    busy = "Too many people are buying at this moment. Try again in a few seconds.",
    inTurn = (work) => work(),
  }: BatcherOptions = {},
): (request: Q) => Promise<R> {
  const waiting: QueuedRequest<Q, R>[] = [];
  let running = false;

  const runAlone = async (entry: QueuedRequest<Q, R>): Promise<void> => {
    try {
      answerOne(entry, (await run([entry.request]))[0]!);
    } catch (error) {
      entry.reject(error);
    }
  };

  const runTogether = async (batch: readonly QueuedRequest<Q, R>[]): Promise<void> => {
    if (batch.length === 1) return runAlone(batch[0]!);
    let outcomes: BatchOutcome<R>[];
    try {
      outcomes = await run(batch.map((entry) => entry.request));
    } catch (error) {
      if (concernsAll(error)) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await runAlone(entry);
      return;
    }
    void answerAll(batch, outcomes);
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await inTurn(() => runTogether(waiting.splice(0, maxSize)));
    running = false;
  };

  return (request) =>
    new Promise<R>((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(new DomainError("busy", busy));
        return;
      }
      waiting.push({ request, resolve, reject });
      if (running) return;
      running = true;
      // Other requests of this turn of the event loop can join.
      setImmediate(() => void drain());
    });
}

// If all were answered in one turn of the event loop, the next batch would wait meanwhile, with its rows locked.
const repliesPerTurn = 16;

async function answerAll<Q, R>(
  batch: readonly QueuedRequest<Q, R>[],
  outcomes: readonly BatchOutcome<R>[],
): Promise<void> {
  for (const [index, entry] of batch.entries()) {
    answerOne(entry, outcomes[index]!);
    if (index % repliesPerTurn === repliesPerTurn - 1)
      await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function answerOne<Q, R>(entry: QueuedRequest<Q, R>, outcome: BatchOutcome<R>): void {
  if ("reply" in outcome) entry.resolve(outcome.reply);
  else entry.reject(outcome.refused);
}
