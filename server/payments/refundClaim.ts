/** A refund needs a claim instead of a lock, because no transaction may wait for a slow provider. */
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/**
 * An older claim counts as that of a dead process. If that process still refunds, and has read the same refunds, both
 * requests have the same key (stripe.ts), and Stripe makes only one refund.
 */
export const claimMinutes = 10;

export class RefundInProgress extends Error {
  override readonly name = "RefundInProgress";
}

export type WithRefundClaim = (db: Db, paymentId: number, work: () => Promise<void>) => Promise<void>;

/** Runs `work` with a claim on the payment. @throws RefundInProgress if another call has one */
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
    // Unless another call has taken the claim over.
    await sql`update payments set refunding_since = null
      where id = ${paymentId} and refunding_since = ${claim.since}::timestamptz`.execute(db);
  }
};
