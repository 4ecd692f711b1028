/**
 * Requests that arrive together are decided together: while one batch is in the database the next one gathers, so a
 * batch sizes itself to the load and a lone request waits for nobody. A batch that fails is run again one by one, so
 * that a bad request cannot sink its neighbours; but not when the failure was everybody's, such as a database that is
 * gone: each would wait for it in turn, and what was committed as the connection broke would be done twice.
 * Order within a batch is order of arrival.
 */
import { DomainError } from "./domainError.ts";

/** What became of one request of a batch. */
export type BatchOutcome<R> = { reply: R } | { refused: DomainError };

/** How a batch is run: one outcome a request, in the same order. It must be safe to run again after it threw. */
export type RunBatch<Q, R> = (requests: readonly Q[]) => Promise<BatchOutcome<R>[]>;

/** Runs work once it is its turn, and gives what it gives: each begins when what came before it has ended, well or not. */
export type RunInTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * How many requests one batch takes, how many may wait, which failures are not the fault of one request, what is said to
 * one too many, and with which other batchers this one takes turns: until its turn has come, a batch takes in whatever
 * arrives. Batches that lock the same rows would otherwise be closed, and then wait for each other in the database.
 */
export interface BatcherOptions {
  maxSize?: number;
  maxWaiting?: number;
  isEverybodys?: (error: unknown) => boolean;
  busy?: string;
  inTurn?: RunInTurn;
}

interface Waiting<Q, R> {
  request: Q;
  resolve: (reply: R) => void;
  reject: (error: unknown) => void;
}

/** Gives a function that all who take turns with one another share. */
export function createTurns(): RunInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Gives a function that joins a request to the next batch and resolves with its reply. */
export function createBatcher<Q, R>(
  run: RunBatch<Q, R>,
  {
    maxSize = 500,
    maxWaiting = 20_000,
    isEverybodys = () => false,
    busy = "Too many people are buying at this moment. Try again in a few seconds.",
    inTurn = (work) => work(),
  }: BatcherOptions = {},
): (request: Q) => Promise<R> {
  const waiting: Waiting<Q, R>[] = [];
  let running = false;

  const runAlone = async (entry: Waiting<Q, R>): Promise<void> => {
    try {
      tell(entry, (await run([entry.request]))[0]!);
    } catch (error) {
      entry.reject(error);
    }
  };

  const runTogether = async (batch: readonly Waiting<Q, R>[]): Promise<void> => {
    if (batch.length === 1) return runAlone(batch[0]!);
    let outcomes: BatchOutcome<R>[];
    try {
      outcomes = await run(batch.map((entry) => entry.request));
    } catch (error) {
      if (isEverybodys(error)) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await runAlone(entry);
      return;
    }
    void tellAll(batch, outcomes);
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
      // What arrives in the same turn of the event loop goes into the same batch.
      setImmediate(() => void drain());
    });
}

// To write a reply takes longer than to decide a request. Were a whole batch told in one turn of the event loop, the
// database would wait that long before each of the next batch's statements, with the rows locked.
const toldAtOnce = 16;

async function tellAll<Q, R>(
  batch: readonly Waiting<Q, R>[],
  outcomes: readonly BatchOutcome<R>[],
): Promise<void> {
  for (const [index, entry] of batch.entries()) {
    tell(entry, outcomes[index]!);
    if (index % toldAtOnce === toldAtOnce - 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function tell<Q, R>(entry: Waiting<Q, R>, outcome: BatchOutcome<R>): void {
  if ("reply" in outcome) entry.resolve(outcome.reply);
  else entry.reject(outcome.refused);
}
