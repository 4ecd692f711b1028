/**
 * Requests with an Idempotency-Key (docs/wire.md §1, Idempotency). A reply is stored in the transaction of its effect,
 * so that both exist or neither; `storeReply` stores it later, if the effect is safe to repeat. A second transaction
 * with the key waits at the primary key until the first ends.
 */
import { sql } from "kysely";
import type { BatchOutcome } from "../batcher.ts";
import { DomainError } from "../domainError.ts";
import { type Db, inTransaction, type Tx } from "./pool.ts";

/** `bodyHash`: SHA-256 of the checked body. */
export interface Idempotency {
  call: string;
  key: string;
  bodyHash: Buffer;
}

/** The refusal of a key that was used with another body. */
export function idempotencyMismatch(): DomainError {
  return new DomainError("idempotencyMismatch", "This Idempotency-Key was used before with another request.");
}

/**
 * Runs `work`, or returns the stored reply of its key; null if `deleteOldKeys` has deleted the reply.
 * @throws idempotencyMismatch if the key had another body or is closed.
 */
export async function once<T>(tx: Tx, idempotency: Idempotency | null, work: () => Promise<T>): Promise<T> {
  if (idempotency === null) return work();
  const { call, key, bodyHash } = idempotency;
  if (!(await insertKey(tx, idempotency, "null"))) {
    const [stored] = await storedReplies(tx, call, [key]);
    if (stored === undefined || !stored.bodyHash.equals(bodyHash)) throw idempotencyMismatch();
    return stored.reply as T;
  }
  const reply = await work();
  await tx
    .updateTable("idempotency_keys")
    .set({ reply: JSON.stringify(reply) })
    .where("call", "=", call)
    .where("key", "=", key)
    .execute();
  return reply;
}

/** `once` in a transaction of its own. */
export function onceInTransaction<T>(
  db: Db,
  idempotency: Idempotency | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(db, (tx) => once(tx, idempotency, () => work(tx)));
}

export interface KeyedRequest {
  readonly idempotency: Idempotency | null;
}

export interface CallContext extends KeyedRequest {
  readonly now: Date;
}

/**
 * Answers requests whose key was used before, in this batch or earlier. `decide` gets the others and returns one
 * outcome each, in order; the caller stores their replies. If another transaction stores a key meanwhile, that write
 * fails and `inTransaction` runs the batch again.
 */
export async function decideOnce<Q extends KeyedRequest, R>(
  tx: Tx,
  requests: readonly Q[],
  decide: (open: readonly Q[]) => Promise<BatchOutcome<R>[]>,
): Promise<BatchOutcome<R>[]> {
  const outcomes = new Map<Q, BatchOutcome<R>>();
  const repeats = new Map<Q, Q>();
  const firsts = new Map<string, Q & { idempotency: Idempotency }>();
  for (const request of requests) {
    if (!hasKey(request)) continue;
    const name = keyName(request.idempotency);
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, request);
    else if (first.idempotency.bodyHash.equals(request.idempotency.bodyHash)) repeats.set(request, first);
    else outcomes.set(request, { refused: idempotencyMismatch() });
  }
  for (const [call, keyed] of Map.groupBy(firsts.values(), ({ idempotency }) => idempotency.call)) {
    const keys = keyed.map(({ idempotency }) => idempotency.key);
    for (const { key, bodyHash, reply } of await storedReplies(tx, call, keys)) {
      const request = firsts.get(keyName({ call, key }))!;
      const isSame = request.idempotency.bodyHash.equals(bodyHash);
      outcomes.set(request, isSame ? { reply: reply as R } : { refused: idempotencyMismatch() });
    }
  }
  const open = requests.filter((request) => !outcomes.has(request) && !repeats.has(request));
  const decisions = await decide(open);
  for (const [index, request] of open.entries()) outcomes.set(request, decisions[index]!);
  return requests.map((request) => outcomes.get(repeats.get(request) ?? request)!);
}

function hasKey<Q extends KeyedRequest>(request: Q): request is Q & { idempotency: Idempotency } {
  return request.idempotency !== null;
}

function keyName({ call, key }: Pick<Idempotency, "call" | "key">): string {
  return `${call} ${key}`;
}

/** A closed key has this instead of a body's hash. */
const closedHash = Buffer.alloc(32);

/**
 * Closes a key: later requests get `idempotencyMismatch`. Waits for a running request of the key. True if a request
 * has done its work: then the key stays unchanged.
 */
export async function closeKey(tx: Tx, { call, key }: Omit<Idempotency, "bodyHash">): Promise<boolean> {
  if (await insertKey(tx, { call, key, bodyHash: closedHash }, "null")) return false;
  const [stored] = await storedReplies(tx, call, [key]);
  return stored !== undefined && !stored.bodyHash.equals(closedHash);
}

/**
 * The stored reply of a key, or undefined.
 * @throws idempotencyMismatch if the key had another body.
 */
export async function storedReply<T>(db: Db, idempotency: Idempotency | null): Promise<T | undefined> {
  if (idempotency === null) return undefined;
  const [stored] = await storedReplies(db, idempotency.call, [idempotency.key]);
  if (stored === undefined) return undefined;
  if (!stored.bodyHash.equals(idempotency.bodyHash)) throw idempotencyMismatch();
  return stored.reply as T;
}

/**
 * Stores a reply whose effect is already written. Returns it, or the reply that was stored meanwhile.
 * @throws idempotencyMismatch if the key had another body.
 */
export async function storeReply<T>(db: Db, idempotency: Idempotency | null, reply: T): Promise<T> {
  if (idempotency === null) return reply;
  if (await insertKey(db, idempotency, JSON.stringify(reply))) return reply;
  return (await storedReply<T>(db, idempotency)) as T;
}

/** Stores a key with its reply. False if the key was stored before. */
async function insertKey(db: Db, { call, key, bodyHash }: Idempotency, reply: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("idempotency_keys")
    .values({ call, key, body_hash: bodyHash, reply })
    .onConflict((conflict) => conflict.columns(["call", "key"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The stored replies of some keys of a call. */
export async function storedReplies(
  db: Db,
  call: string,
  keys: readonly string[],
): Promise<{ key: string; bodyHash: Buffer; reply: unknown }[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom("idempotency_keys")
    .select(["key", "body_hash as bodyHash", "reply"])
    .where("call", "=", call)
    .where("key", "in", [...keys])
    .execute();
}

/** Stores replies. Fails if another transaction stores a key meanwhile; `inTransaction` then runs its work again. */
export async function storeReplies(
  tx: Tx,
  given: readonly { idempotency: Idempotency | null; reply: unknown }[],
): Promise<void> {
  const keyed = given.flatMap(({ idempotency, reply }) =>
    idempotency === null ? [] : [{ ...idempotency, reply }],
  );
  if (keyed.length === 0) return;
  // Sorted, because otherwise two transactions with the same keys could deadlock. Arrays, because Kysely compiles rows
  // value by value.
  await sql`
    insert into idempotency_keys (call, key, body_hash, reply)
    select call, key, hash::bytea, reply::json
    from unnest(${keyed.map(({ call }) => call)}::text[], ${keyed.map(({ key }) => key)}::text[],
      ${keyed.map(({ bodyHash }) => `\\x${bodyHash.toString("hex")}`)}::text[],
      ${keyed.map(({ reply }) => JSON.stringify(reply))}::text[]) as given (call, key, hash, reply)
    order by call, key`.execute(tx);
}

/**
 * Deletes keys older than a week, but of the calls in `remembered` only the replies: a device that was unused for long
 * must not repeat its last action.
 */
export async function deleteOldKeys(
  db: Db,
  { remembered }: { remembered: readonly string[] },
): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    // Later runs do not read the row: 'infinity' is outside the range of their index scan.
    .set({ reply: "null", created_at: sql`'infinity'` })
    .where("created_at", "<", sql<Date>`now() - interval '7 days'`)
    .where("call", "in", [...remembered])
    .execute();
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - interval '7 days'`)
    .execute();
}
