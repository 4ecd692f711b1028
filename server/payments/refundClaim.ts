/**
 * Lets one process at a time, on any node, refund a payment. The process claims the payment with one update of
 * `refunding_since`, which counts for at most `claimMinutes`. No transaction is open meanwhile, because a provider may
 * be slow.
 */
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/**
 * A process with an older claim is taken for dead. If it still refunds, and has read the same refunds as the next
 * process, both requests have the same key (stripe.ts), and Stripe makes only one refund.
 */
export const claimMinutes = 10;

/** Another process is refunding this payment. Try again later. */
export class RefundInProgress extends Error {
  override readonly name = "RefundInProgress";
}

/** Runs `work` if no other process has a claim on the payment. */
export type WithRefundClaim = (db: Db, paymentId: number, work: () => Promise<void>) => Promise<void>;

/** @throws RefundInProgress without running `work` if another process has a claim. */
export const withRefundClaim: WithRefundClaim = async (db, paymentId, work) => {
  const { rows } = await sql<{ since: string }>`
    update payments set refunding_since = now()
    where id = ${paymentId}
      and (refunding_since is null or refunding_since < now() - make_interval(mins => ${claimMinutes}))
    returning refunding_since::text as since`.execute(db);
  const [claim] = rows;
  if (claim === undefined) throw new RefundInProgress(`Money of payment ${paymentId} is being refunded`);
  try {
    await work();
  } finally {
    // A claim that another process has taken over in the meantime stays with that process.
    await sql`update payments set refunding_since = null
      where id = ${paymentId} and refunding_since = ${claim.since}::timestamptz`.execute(db);
  }
};
