/**
 * Who gives money of a payment back at this moment? One process, on any node: the row of the payment says since when, and
 * the database lets nobody else in. No transaction is open meanwhile, because a provider may be slow.
 */
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/**
 * Longer than any refund takes. Who is at work for longer has died. Should its request arrive at the provider all the same,
 * it has the key of the next one, and the provider makes one of them.
 */
export const claimMinutes = 10;

/** Somebody else gives money of this payment back at this moment. Ask again later. */
export class RefundUnderWay extends Error {
  override readonly name = "RefundUnderWay";
}

/** Does something while nobody else gives money of a payment back. */
export type RefundAlone = (db: Db, paymentId: number, work: () => Promise<void>) => Promise<void>;

/** @throws RefundUnderWay, and nothing is done, while another is at it. */
export const refundAlone: RefundAlone = async (db, paymentId, work) => {
  const { rows } = await sql<{ since: string }>`
    update payments set refunding_since = now()
    where id = ${paymentId}
      and (refunding_since is null or refunding_since < now() - make_interval(mins => ${claimMinutes}))
    returning refunding_since::text as since`.execute(db);
  const [claim] = rows;
  if (claim === undefined) throw new RefundUnderWay(`Money of payment ${paymentId} is being given back`);
  try {
    await work();
  } finally {
    // One that was taken over meanwhile is another's.
    await sql`update payments set refunding_since = null
      where id = ${paymentId} and refunding_since = ${claim.since}::timestamptz`.execute(db);
  }
};
