/**
 * Orders that are placed together share one transaction (design.md §6): most are the first of a hold that costs something.
 * Everything else (free ones, which are settled at once, a key that was used, a second order, whatever is refused) is left
 * to `placeOrder`, one at a time.
 * Invariant: what is placed here is what `placeOrder` would place, decided under the same locks.
 * Lock order: registrations by id → orders.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { amountProblem } from "../../contract/rules/currencies.ts";
import { createBatcher } from "../batcher.ts";
import { type Idempotency, storeReplies, withUsedKey } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { orderRow, pushOrder } from "../holds/newRows.ts";
import { noRows, takeIds, writeReservations } from "../holds/rows.ts";
import type { InTurn } from "../inTurn.ts";
import { orderedRegistrations, presentOrder } from "../orders/rows.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { addresseesOf, lockRegistrations, markPending, type RegistrationRow } from "../registrations/rows.ts";
import { isHolding } from "./mustHold.ts";
import { placedEntry, placeOrder } from "./placeOrder.ts";

/** A buyer who orders. */
export interface Placing {
  body: BodyOf<"order/createOrder">;
  idempotency: Idempotency | null;
  now: Date;
}

type Placed = PayloadOf<"order/createOrder">;

/** Registrations as they are then, and which of them have an order. */
interface Taken {
  registrations: readonly RegistrationRow[];
  ordered: ReadonlySet<number | null>;
}

/** How the rows are taken hold of; a test may leave the lock out to show the race it prevents. */
export type TakeHeld = (tx: Tx, registrationIds: readonly number[]) => Promise<Taken>;

/** Gives a function that places an order, together with others that arrive at the same time. */
export function openPlacing(db: Db, inTurn: InTurn): (placing: Placing) => Promise<Placed> {
  const together = createBatcher<Placing, Placed | null>(
    async (all) => (await inTransaction(db, (tx) => placeAll(tx, all))).map((reply) => ({ reply })),
    { isEverybodys: isUnavailable, inTurn },
  );
  return async (placing) => (await together(placing)) ?? placeOrder(db, placing.body, placing);
}

/** Places what is ordinary; null for everybody else, for whom nothing is written. Safe to run again after it threw. */
export async function placeAll(
  tx: Tx,
  all: readonly Placing[],
  takeHeld: TakeHeld = takeLocked,
): Promise<(Placed | null)[]> {
  const used = await withUsedKey(tx, all);
  const ids = [...new Set(all.map(({ body }) => body.registrationId))];
  const taken = await takeHeld(tx, ids);
  const registrations = new Map(taken.registrations.map((row) => [row.id, row]));
  const named = new Set((await addresseesOf(tx, ids).execute()).map((row) => row.registration_id));
  const orders = await takeIds(tx, { registrations: 0, attendees: 0, orders: all.length });

  const placed = new Map<Placing, ReturnType<typeof ordering>>();
  for (const placing of all) {
    const registration = registrations.get(placing.body.registrationId);
    if (registration === undefined || used.has(placing) || taken.ordered.has(registration.id)) continue;
    if (!named.has(registration.id) || !isOrdinary(placing, registration)) continue;
    // Whoever asks for the same registration at the same time finds its order.
    registrations.delete(registration.id);
    placed.set(placing, ordering(registration, orders.orders.pop()!, placing.now));
  }
  await write(tx, placed);
  return all.map((placing) => placed.get(placing)?.reply ?? null);
}

async function takeLocked(tx: Tx, registrationIds: readonly number[]): Promise<Taken> {
  const registrations = await lockRegistrations(tx, registrationIds);
  return { registrations, ordered: await orderedRegistrations(tx, registrationIds) };
}

/** Whether it costs something, still holds its places, and is ordered by its buyer for what it costs. */
function isOrdinary({ body, now }: Placing, registration: RegistrationRow): boolean {
  if (!isSameSecret(body.accessKey, registration.access_key) || !isHolding(registration, now)) return false;
  const { total_amount, currency } = registration;
  if (total_amount === 0 || amountProblem(total_amount, currency) !== null) return false;
  return body.totalAmount === undefined || body.totalAmount === registration.total_amount;
}

function ordering(registration: RegistrationRow, id: number, now: Date) {
  const order = orderRow(registration, id, now);
  const reply: Placed = { order: presentOrder(order), clientSecret: null };
  return { order, reply };
}

/** Writes the orders down; those whose key was taken meanwhile are taken out. */
async function write(tx: Tx, placed: Map<Placing, ReturnType<typeof ordering>>): Promise<void> {
  const keyed = [...placed].flatMap(([placing, { reply }]) =>
    placing.idempotency === null ? [] : [{ idempotency: placing.idempotency, reply }],
  );
  const stored = await storeReplies(tx, keyed);
  const rows = noRows();
  for (const [placing, { order }] of placed) {
    if (placing.idempotency !== null && !stored.has(placing.idempotency)) placed.delete(placing);
    else {
      pushOrder(rows, order);
      rows.audit.push(placedEntry(order));
    }
  }
  if (placed.size === 0) return;
  await markPending(
    tx,
    [...placed.values()].map(({ order }) => order.registration_id!),
  );
  await writeReservations(tx, rows);
}
