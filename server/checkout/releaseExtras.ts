/**
 * A buyer who chooses other extras gives up those that they reserved before, so that nobody waits for their own
 * reservation. They are available again immediately.
 */
import type { Db } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { orderById } from "../orders/rows.ts";
import { stillHeldMessage } from "../payments/buyerWords.ts";
import { type PaymentProvider, ProviderDown, ProviderRefused } from "../payments/provider.ts";
import { endOrderHold } from "./endHold.ts";

/** Releases the extras of an unpaid order. Throws if it is paid, or if its payment may still succeed. */
export async function releaseExtras(
  db: Db,
  provider: PaymentProvider,
  { orderId, registrationId }: { orderId: number; registrationId: number },
  now: Date,
): Promise<void> {
  const order = await orderById(db, orderId);
  // Another buyer's order is ignored without an error, because a refusal would reveal it.
  if (order?.purpose !== "extras" || order.registration_id !== registrationId) return;
  const end = await endOrderHold(db, provider, orderId, {
    endedBefore: null,
    actor: "visitor",
    now,
  }).catch((error: unknown) => {
    // The buyer may have paid, so the message differs from that of a payment which cannot begin.
    if (error instanceof ProviderDown || error instanceof ProviderRefused)
      throw new DomainError("busy", stillHeldMessage);
    throw error;
  });
  if (end === "deciding")
    throw new DomainError("busy", "Your bank is still working on this payment. Please wait a moment.");
  if (end === "paid")
    throw new DomainError("alreadyPaid", "The extras that you chose before are already paid.");
}
