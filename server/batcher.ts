/**
 * Runs concurrent requests together. While one batch runs, new requests wait for the next, so batches grow with the
 * load. Requests of a batch are in order of arrival.
 * If a batch of several requests fails, they are run again one by one, so that a bad request does not make the others
 * fail. They are not run again if the failure concerns all of them (`concernsAll`), such as a lost connection to the
 * database: they would wait for the database one after the other, and a commit whose reply was lost would be repeated.
 */
import { DomainError } from "./domainError.ts";

/** The outcome of one request of a batch. */
export type BatchOutcome<R> = { reply: R } | { refused: DomainError };

/** Runs a batch and returns one outcome per request, in the same order. It may be run again after it threw. */
export type RunBatch<Q, R> = (requests: readonly Q[]) => Promise<BatchOutcome<R>[]>;

/** Runs work after the previous work has succeeded or failed, and returns its result. */
export type RunInTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The options of a batcher. */
export interface BatcherOptions {
  /** The most requests in a batch. */
  maxSize?: number;
  /** The most requests that wait for a batch. More are refused with the message `busy`. */
  maxWaiting?: number;
  busy?: string;
  /** Whether a failure concerns all requests of the batch. */
  concernsAll?: (error: unknown) => boolean;
  /** Turns shared with other batchers that lock the same rows. A batch accepts requests until its turn starts. */
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

/** Returns a function that adds a request to the next batch. It resolves with the reply or rejects. */
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
      // More requests of this turn of the event loop can join the batch.
      setImmediate(() => void drain());
    });
}

// If a whole batch were answered in one turn of the event loop, the next batch would meanwhile wait with its rows
// locked.
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
