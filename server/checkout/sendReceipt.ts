import type { Tx } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import type { OrderRow } from "../orders/rows.ts";

/** Queues the mail about extras, a sponsorship or a donation, once. */
export async function sendReceipt(tx: Tx, order: OrderRow): Promise<void> {
  const email = (await ownerOf(tx, order))?.email;
  if (!email) return;
  const kind = order.purpose === "extras" ? "extras" : "sponsorship";
  await queueMails(tx, [
    { key: `receipt:${order.id}`, kind, recipient: email, payload: { orderId: order.id } },
  ]);
}
