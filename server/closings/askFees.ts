/** Stripe may book a charge, with its fee, after the payment was settled. */
import { settle } from "../checkout/settle.ts";
import type { Db } from "../db/pool.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { paymentsWithoutFee } from "../payments/rows.ts";

/** Per run: each payment is a call to the provider. */
const maxPayments = 50;

/** Asks for unknown fees of an event, and records what the provider reports. */
export async function askFees(db: Db, provider: PaymentProvider, eventId: number, now: Date): Promise<void> {
  const payments = await paymentsWithoutFee(db, { provider: provider.name, eventId, limit: maxPayments });
  for (const payment of payments) {
    const intent = await provider.retrieve(payment.provider_ref).catch((error: unknown) => {
      if (!(error instanceof ProviderRefused)) throw error;
      return null;
    });
    if (intent === null) continue;
    await settle(db, { payment, intent, actor: `provider:${provider.name}`, now });
  }
}
