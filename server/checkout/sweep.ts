import { deleteOldKeys } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { endHolds } from "../holds/move.ts";
import { overdueHolds, overdueOrderHolds, postponeOrderExpiry } from "../orders/overdueHolds.ts";
import { orderOfPayment } from "../orders/rows.ts";
import { type PaymentProvider, ProviderDown } from "../payments/provider.ts";
import { RefundInProgress } from "../payments/refundClaim.ts";
import { paymentsNotCheckedSince } from "../payments/rows.ts";
import { openStates } from "../payments/state.ts";
import { refundLate } from "../refunds/refundLate.ts";
import { ordersWithDueRefunds } from "../refunds/rows.ts";
import { postponeExpiry } from "../registrations/rows.ts";
import { closeEndedOffers, offerAllPlaces } from "../waiting/offers.ts";
import { askProvider } from "./askProvider.ts";
import { endHold, endOrderHold } from "./endHold.ts";
import { makeRefunds } from "./makeRefunds.ts";
import { settle } from "./settle.ts";
import { cancelUnpaidIntent } from "./stopPayment.ts";

export interface SweepResult {
  ended: number;
  settled: number;
  refunded: number;
  offered: number;
  /** Steps that ended with `ProviderDown` or `RefundInProgress`. */
  postponed: number;
}

const askAgainMs = 120_000;

/**
 * Does periodic work on holds, payments, refunds, waiting lists and idempotency keys.
 * Several nodes may sweep at the same time.
 * @throws AggregateError with all failures except those that are postponed.
 */
export async function sweep(db: Db, provider: PaymentProvider, now: Date): Promise<SweepResult> {
  const result: SweepResult = { ended: 0, settled: 0, refunded: 0, offered: 0, postponed: 0 };
  const failures: unknown[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProviderDown || error instanceof RefundInProgress) result.postponed++;
      else failures.push(error);
      return null;
    }
  };
  const step = async (
    what: Exclude<keyof SweepResult, "postponed">,
    work: () => Promise<number>,
  ): Promise<void> => {
    result[what] += (await attempt(work)) ?? 0;
  };
  const found = async <T>(read: () => Promise<T[]>): Promise<T[]> => (await attempt(read)) ?? [];
  const end = { to: "expired", endedBefore: now, actor: "sweeper", now } as const;

  await step("ended", async () => {
    const overdue = await overdueHolds(db, now, { hasPayment: false });
    return (await inTransaction(db, (tx) => endHolds(tx, overdue, end))).length;
  });
  for (const registrationId of await found(() => overdueHolds(db, now, { hasPayment: true }))) {
    await step("ended", async () => {
      const ended = await endHold(db, provider, registrationId, end);
      if (ended === "deciding")
        await postponeExpiry(db, registrationId, new Date(now.getTime() + askAgainMs));
      return ended === "ended" ? 1 : 0;
    });
  }
  for (const orderId of await found(() => overdueOrderHolds(db, now))) {
    await step("ended", async () => {
      const ended = await endOrderHold(db, provider, orderId, end);
      if (ended === "deciding") await postponeOrderExpiry(db, orderId, new Date(now.getTime() + askAgainMs));
      return ended === "ended" ? 1 : 0;
    });
  }
  const askedBefore = new Date(now.getTime() - askAgainMs);
  const toAsk = { provider: provider.name, states: openStates, before: askedBefore, limit: 500 };
  for (const payment of await found(() => paymentsNotCheckedSince(db, toAsk))) {
    if (payment.state === "refund_due") {
      // The payment came too late, or its order was paid in another way.
      await step("refunded", () => refundLate(db, provider, payment.id).then(() => 1));
    } else {
      await step("settled", async () => {
        // An order that was paid in another way no longer points to this payment. The intent is cancelled if it is
        // unpaid: nobody may pay twice.
        const isPaidOtherwise =
          payment.order_id !== null && (await orderOfPayment(db, payment.id)) === undefined;
        const intent = await (isPaidOtherwise ? cancelUnpaidIntent : askProvider)(provider, payment, now);
        await settle(db, { payment, intent, actor: "sweeper", now });
        return intent.state === "succeeded" ? 1 : 0;
      });
    }
  }
  for (const orderId of await found(() => ordersWithDueRefunds(db, askedBefore))) {
    await step("refunded", () => makeRefunds(db, provider, orderId, { now }).then(() => 1));
  }
  await step("offered", async () => {
    await inTransaction(db, (tx) => closeEndedOffers(tx));
    return offerAllPlaces(db, now);
  });
  // Keys of door sales stay: without a payment, only the key shows that a request is repeated.
  await attempt(() => deleteOldKeys(db, { remembered: ["door/sell"] }));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps of a sweep failed`);
  return result;
}
