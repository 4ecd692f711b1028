import { record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { type CaseRow, markCaseDone } from "../orders/cases.ts";

/** Marks a case as done and records who did it. */
export async function markDone(
  tx: Tx,
  found: CaseRow,
  { actor, note }: { actor: string; note: string },
): Promise<void> {
  if (!(await markCaseDone(tx, { key: found.key, actor, note }))) return;
  const { order_id: orderId, event_id: eventId } = found;
  const orderEntity = orderId !== null ? { entity: "order" as const, entityId: orderId } : null;
  const eventEntity = eventId !== null ? { entity: "event" as const, entityId: eventId } : null;
  // A case without an order and an event is about a payment, whose id is in its key.
  const paymentId = Number(/^payment:(\d+)/.exec(found.key)?.[1] ?? 0);
  const entry = orderEntity ?? eventEntity ?? { entity: "payment" as const, entityId: paymentId };
  const detail = { field: found.kind, key: found.key, note };
  await record(tx, { actor, eventId, ...entry, action: "caseDone", detail });
}
