/** The fees that a provider had not told when a payment was settled: Stripe books a charge a moment after it. */
import { settle } from "../checkout/settle.ts";
import type { Db } from "../db/pool.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { paymentsWithoutFee } from "../payments/rows.ts";

/** So many are asked for at once: each is a call to the provider. */
const atOnce = 50;

/** Asks for those of an event, and records all that the provider says of each payment now. */
export async function askFees(db: Db, provider: PaymentProvider, eventId: number, now: Date): Promise<void> {
  const payments = await paymentsWithoutFee(db, { provider: provider.name, eventId, limit: atOnce });
  for (const payment of payments) {
    const intent = await provider.retrieve(payment.provider_ref).catch((error: unknown) => {
      if (!(error instanceof ProviderRefused)) throw error;
      return null;
    });
    if (intent === null) continue;
    await settle(db, { payment, intent, actor: `provider:${provider.name}`, now });
  }
}
