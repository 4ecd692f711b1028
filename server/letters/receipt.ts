import { formatEventTime } from "../../contract/rules/time/eventTime.ts";
import { clubById } from "../clubs/rows.ts";
import { sellerText } from "../clubs/seller.ts";
import type { Db } from "../db/pool.ts";
import { type ReceiptDocument, receiptPdf } from "../documents/receiptPdf.ts";
import { calendarEntry } from "../events/calendarEntry.ts";
import { eventById } from "../events/rows.ts";
import type { MailedReceipt } from "../mail/transport.ts";
import type { Owner } from "../orders/ownerOf.ts";
import { type OrderRow, presentOrder } from "../orders/rows.ts";
import { refundsOf } from "../refunds/rows.ts";
import { buyerOf } from "./buyer.ts";
import { printedOrder } from "./printed.ts";

/** The content of an order's receipt; undefined if it has none. */
export async function receiptOf(db: Db, order: OrderRow): Promise<ReceiptDocument | undefined> {
  if (!["paid", "free", "refunded"].includes(order.payment_status)) return undefined;
  const event = await eventById(db, order.event_id);
  const club = event && (await clubById(db, event.club_id));
  if (event === undefined || club === undefined) return undefined;
  // Only its time is used, so it needs no address of this installation.
  const entry = calendarEntry(event, "");
  const dayOf = (instant: Date) =>
    formatEventTime({ ...entry, start: instant, end: null, isAllDay: true, showEndTime: false }).text;
  const purchase = await buyerOf(db, order);
  const refunds = order.refunded_amount === 0 ? [] : await refundsOf(db, order.id);
  return {
    seller: sellerText(club),
    contact: [club.contact_email, club.phone].filter(Boolean).join(" · "),
    eventName: event.name,
    eventDay: formatEventTime({ ...entry, isAllDay: true }).text,
    order: printedOrder(presentOrder(order)),
    orderedOn: dayOf(order.created_at),
    paidOn: order.paid_at === null || order.total_amount === 0 ? "" : dayOf(order.paid_at),
    paidBy: paidByWords(order),
    buyer: purchase?.buyer ?? { name: "", organization: "", email: "" },
    refunds: refunds.flatMap(({ amount, reason, done_at }) =>
      done_at === null ? [] : [{ amount, day: dayOf(done_at), reason }],
    ),
  };
}

/** The address of an order's receipt, with its owner's access key. */
export function receiptUrl(publicUrl: string, orderId: number, accessKey: string): string {
  const query = new URLSearchParams({ orderId: String(orderId), accessKey });
  return `${publicUrl}/api/order/receiptPdf?${query.toString()}`;
}

/** The receipt for a mail to the order's owner; null if there is none. */
export async function mailedReceipt(
  db: Db,
  { order, owner }: { order: OrderRow; owner: Pick<Owner, "accessKey"> },
  publicUrl: string,
): Promise<MailedReceipt | null> {
  const receipt = await receiptOf(db, order);
  if (receipt === undefined) return null;
  return {
    url: receiptUrl(publicUrl, order.id, owner.accessKey),
    file: {
      filename: receiptName(receipt),
      content: await receiptPdf(receipt),
      contentType: "application/pdf",
    },
  };
}

/** The file name of a receipt. */
export function receiptName({ order }: ReceiptDocument): string {
  return `receipt-${order.orderNumber.replace(/[^A-Za-z0-9-]/g, "")}.pdf`;
}

function paidByWords({ total_amount, channel, paid_by, payment_id }: OrderRow): string {
  if (total_amount === 0) return "";
  if (paid_by === "bankTransfer") return "Bank transfer";
  if (paid_by === "cash") return channel === "door" ? "Cash, at the door" : "Cash";
  if (paid_by === "cardTerminal") return "Card, at the door";
  return payment_id === null ? "" : "Online payment";
}
