/** Stripe may book a charge, with its fee, after the payment was settled. */
import { settle } from "../checkout/settle.ts";
import type { Db } from "../db/pool.ts";
import { type PaymentProvider, ProviderDown, ProviderRefused } from "../payments/provider.ts";
import { paymentsWithoutFee } from "../payments/rows.ts";

/** Per run: each payment is a call to the provider. */
const maxPayments = 50;

/**
 * Asks for unknown fees of an event, and records what the provider reports. If the provider fails later, the recorded
 * fees stay. @throws ProviderDown if it fails before the first report
 */
export async function askFees(db: Db, provider: PaymentProvider, eventId: number, now: Date): Promise<void> {
  const payments = await paymentsWithoutFee(db, { provider: provider.name, eventId, limit: maxPayments });
  let hasReported = false;
  for (const payment of payments) {
    try {
      const intent = await provider.retrieve(payment.provider_ref);
      hasReported = true;
      await settle(db, { payment, intent, actor: `provider:${provider.name}`, now });
    } catch (error) {
      if (error instanceof ProviderRefused) continue;
      if (error instanceof ProviderDown && hasReported) return;
      throw error;
    }
  }
}
