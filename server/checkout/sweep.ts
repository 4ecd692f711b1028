/**
 * What time brings: holds end, payments that nobody told us about are settled, refunds that were not done are done.
 * Every node may sweep at once; each step is safe to be done twice.
 */
import { forgetOldKeys } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { endHolds } from "../holds/move.ts";
import { endedHolds, postponeExpiry } from "../orders/endedHolds.ts";
import { pendingPaymentsOlderThan } from "../payments/payments.ts";
import { type PaymentProvider, ProviderDown, ProviderRefused } from "../payments/provider.ts";

import { endHold } from "./endHold.ts";
import { refundLate } from "./refundLate.ts";
import { settle } from "./settle.ts";

/** What a sweep did, for the log. */
export interface Swept {
  ended: number;
  settled: number;
  refunded: number;
  /** Left for the next sweep, because the provider did not answer or did not know. */
  postponed: number;
}

const askAgainMs = 120_000;

/** Sweeps once. `now` is the instant against which holds and payments are old. */
export async function sweep(db: Db, provider: PaymentProvider, now: Date): Promise<Swept> {
  const swept: Swept = { ended: 0, settled: 0, refunded: 0, postponed: 0 };
  const { free, paying } = await endedHolds(db, now);
  const end = { to: "expired", endedBefore: now, actor: "sweeper", now } as const;
  if (free.length > 0) swept.ended += (await inTransaction(db, (tx) => endHolds(tx, free, end))).length;

  const ask = async (what: "ended" | "settled" | "refunded", work: () => Promise<boolean>): Promise<void> => {
    try {
      if (await work()) swept[what]++;
    } catch (error) {
      // One payment that cannot be asked about must not keep the others waiting.
      if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error;
      swept.postponed++;
    }
  };
  for (const registrationId of paying) {
    await ask("ended", async () => {
      const ended = await endHold(db, provider, registrationId, end);
      // The bank still works on it: the places wait for its word.
      if (ended === "deciding")
        await postponeExpiry(db, registrationId, new Date(now.getTime() + askAgainMs));
      return ended === "ended";
    });
  }
  const unseenSince = new Date(now.getTime() - askAgainMs);
  for (const payment of await pendingPaymentsOlderThan(db, provider.name, unseenSince, 500)) {
    if (payment.state === "refund_due") {
      await ask("refunded", async () => {
        await refundLate(db, provider, payment.id);
        return true;
      });
    } else {
      await ask("settled", async () => {
        const intent = await provider.retrieve(payment.provider_ref);
        await settle(db, { payment, intent, actor: "sweeper", now });
        return intent.state === "succeeded";
      });
    }
  }
  await forgetOldKeys(db);
  return swept;
}
