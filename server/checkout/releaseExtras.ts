import type { Db } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { orderById } from "../orders/rows.ts";
import { stillHeldMessage } from "../payments/buyerWords.ts";
import { type PaymentProvider, ProviderDown, ProviderRefused } from "../payments/provider.ts";
import { endOrderHold } from "./endHold.ts";

/** Releases the unpaid extras of an order of this registration. @throws alreadyPaid, or busy if they may be paid. */
export async function releaseExtras(
  db: Db,
  provider: PaymentProvider,
  { orderId, registrationId }: { orderId: number; registrationId: number },
  now: Date,
): Promise<void> {
  const order = await orderById(db, orderId);
  // A refusal would reveal that another order exists.
  if (order?.purpose !== "extras" || order.registration_id !== registrationId) return;
  const end = await endOrderHold(db, provider, orderId, {
    endedBefore: null,
    actor: "visitor",
    now,
  }).catch((error: unknown) => {
    // The buyer may have paid, so this is not the message for a payment that cannot begin.
    if (error instanceof ProviderDown || error instanceof ProviderRefused)
      throw new DomainError("busy", stillHeldMessage);
    throw error;
  });
  if (end === "deciding")
    throw new DomainError("busy", "Your bank is still working on this payment. Please wait a moment.");
  if (end === "paid")
    throw new DomainError("alreadyPaid", "The extras that you chose before are already paid.");
}
