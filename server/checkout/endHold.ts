import { type Db, inTransaction } from "../db/pool.ts";
import { endHolds } from "../holds/move.ts";
import { lockOrderWithStock, releaseStock } from "../holds/orderStock.ts";
import { orderById, orderOfRegistration } from "../orders/rows.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { paymentById } from "../payments/rows.ts";
import { registrationById } from "../registrations/rows.ts";
import { stopPayment } from "./stopPayment.ts";

/** If `endedBefore` is null, the hold ends even before its time is over. */
export interface EndHoldInput {
  to: "expired" | "cancelled";
  endedBefore: Date | null;
  actor: string;
  now: Date;
}

/**
 * Stops the payment and releases the places of a registration, unless they are paid. `deciding`: they are still held,
 * because the payment is not decided or the hold ends after `endedBefore`.
 */
export async function endHold(
  db: Db,
  provider: PaymentProvider,
  registrationId: number,
  end: EndHoldInput,
): Promise<"ended" | "paid" | "deciding"> {
  const order = await orderOfRegistration(db, registrationId);
  const payment = order?.payment_id ? await paymentById(db, order.payment_id) : undefined;
  if (payment !== undefined) await stopPayment(db, provider, payment, end);
  await inTransaction(db, (tx) => endHolds(tx, [registrationId], end));
  const state = (await registrationById(db, registrationId))?.state;
  if (state === "active") return "paid";
  return state === "held" || state === "pending" ? "deciding" : "ended";
}

/** Does the same for an order of extras, a package or a donation. */
export async function endOrderHold(
  db: Db,
  provider: PaymentProvider,
  orderId: number,
  end: Omit<EndHoldInput, "to">,
): Promise<"ended" | "paid" | "deciding"> {
  const order = await orderById(db, orderId);
  if (order === undefined) return "ended";
  const payment = order.payment_id === null ? undefined : await paymentById(db, order.payment_id);
  if (payment !== undefined) await stopPayment(db, provider, payment, end);
  await inTransaction(db, async (tx) => releaseStock(tx, await lockOrderWithStock(tx, order), end));
  const current = await orderById(db, orderId);
  if (current?.keeps === "sold") return "paid";
  return current?.keeps === "held" ? "deciding" : "ended";
}
