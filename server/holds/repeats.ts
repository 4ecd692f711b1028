/** Requests that came before, in this batch or earlier, by their Idempotency-Key. */

import type { Outcome } from "../batcher.ts";
import { idempotencyMismatch, storedReplies } from "../db/idempotency.ts";
import type { Tx } from "../db/pool.ts";
import type { Reserved, ReserveRequest } from "./reservation.ts";

/** Answers keys that were used before; gives, for a key that comes twice in this batch, whose reply it shares. */
export async function answerRepeats(
  tx: Tx,
  requests: readonly ReserveRequest[],
  outcomes: (Outcome<Reserved> | undefined)[],
): Promise<Map<number, number>> {
  const repeats = new Map<number, number>();
  const first = new Map<string, number>();
  for (const [index, { idempotency }] of requests.entries()) {
    if (idempotency === null) continue;
    const name = `${idempotency.call} ${idempotency.key}`;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else if (requests[earlier]!.idempotency!.bodyHash.equals(idempotency.bodyHash))
      repeats.set(index, earlier);
    else outcomes[index] = { refused: idempotencyMismatch() };
  }
  for (const call of new Set([...first.values()].map((index) => requests[index]!.idempotency!.call))) {
    const keys = [...first.values()].flatMap((index) => {
      const { idempotency } = requests[index]!;
      return idempotency!.call === call ? [idempotency!.key] : [];
    });
    for (const stored of await storedReplies(tx, call, keys)) {
      const index = first.get(`${call} ${stored.key}`)!;
      const isSame = requests[index]!.idempotency!.bodyHash.equals(stored.bodyHash);
      outcomes[index] = isSame ? { reply: stored.reply as Reserved } : { refused: idempotencyMismatch() };
    }
  }
  return repeats;
}
