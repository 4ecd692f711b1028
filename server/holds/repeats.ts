/** Requests that are decided together, each Idempotency-Key once. */
import type { Outcome } from "../batcher.ts";
import { type Idempotency, idempotencyMismatch, storedReplies } from "../db/idempotency.ts";
import type { Tx } from "../db/pool.ts";

/** A request of a batch. */
export interface Keyed {
  readonly idempotency: Idempotency | null;
}

/**
 * Answers keys that were used before, in this batch or earlier; `decide` is asked for all others, and gives an outcome each in
 * their order. Who calls stores the reply of each key, here or once it is known. Where another transaction stores the same key
 * meanwhile that fails, and `inTransaction` runs the batch again.
 */
export async function decideOnce<Q extends Keyed, R>(
  tx: Tx,
  requests: readonly Q[],
  decide: (open: readonly Q[]) => Promise<Outcome<R>[]>,
): Promise<Outcome<R>[]> {
  const outcomes = new Map<Q, Outcome<R>>();
  const repeats = new Map<Q, Q>();
  const firsts = new Map<string, Q & { idempotency: Idempotency }>();
  for (const request of requests) {
    if (!hasKey(request)) continue;
    const name = nameOf(request.idempotency);
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, request);
    else if (first.idempotency.bodyHash.equals(request.idempotency.bodyHash)) repeats.set(request, first);
    else outcomes.set(request, { refused: idempotencyMismatch() });
  }
  for (const [call, keyed] of Map.groupBy(firsts.values(), ({ idempotency }) => idempotency.call)) {
    const keys = keyed.map(({ idempotency }) => idempotency.key);
    for (const { key, bodyHash, reply } of await storedReplies(tx, call, keys)) {
      const request = firsts.get(nameOf({ call, key }))!;
      const isSame = request.idempotency.bodyHash.equals(bodyHash);
      outcomes.set(request, isSame ? { reply: reply as R } : { refused: idempotencyMismatch() });
    }
  }
  const open = requests.filter((request) => !outcomes.has(request) && !repeats.has(request));
  const decided = await decide(open);
  for (const [index, request] of open.entries()) outcomes.set(request, decided[index]!);
  return requests.map((request) => outcomes.get(repeats.get(request) ?? request)!);
}

function hasKey<Q extends Keyed>(request: Q): request is Q & { idempotency: Idempotency } {
  return request.idempotency !== null;
}

function nameOf({ call, key }: Pick<Idempotency, "call" | "key">): string {
  return `${call} ${key}`;
}
