import type { HeadChange } from "../../contract/shapes/eventChange.ts";
import type { Db } from "../db/pool.ts";
import { calendarEntry, organiserOf } from "../events/calendarEntry.ts";
import { type EventWithClub, eventById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { ComposedMail, OutgoingMail } from "../mail/transport.ts";
import { paymentMethodsOf } from "../orders/paymentMethods.ts";
import { orderById } from "../orders/rows.ts";
import { ticketMessageId } from "../registrations/tickets.ts";
import { addresseeName } from "./addresseeName.ts";
import { buyerOf } from "./buyer.ts";
import { mailedReceipt } from "./receipt.ts";
import { ticketPageUrl } from "./ticketPageUrl.ts";

/** The mail about a refund (`moneyBack`); null if the order is deleted. */
export async function staffRefundMail(
  db: Db,
  mail: QueuedMail<"moneyBack">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const news = await newsOfOrder(db, mail);
  if (news === null) return null;
  const { order, purchase, shared, headers } = news;
  const { reason, cancelledPeople = [] } = mail.payload;
  const { composeStaffRefundMail } = await import("./mails/staffRefundMail.ts");
  const composed = await composeStaffRefundMail({
    ...shared,
    paidMinor: order.total_amount,
    refundedMinor: order.refunded_amount,
    reason,
    awaitsBuyer: order.refund_awaits_buyer > 0,
    bought: order.purpose,
    cancelledPeople,
    ticketUrl: validTicketsUrl(news, publicUrl),
    hasInvalidCode: order.payment_status === "refunded" && order.items.some(({ kind }) => kind === "extras"),
    receipt: purchase === undefined ? null : await mailedReceipt(db, { order, ...purchase }, publicUrl),
  });
  return { ...headers, ...composed };
}

/** The mail about tickets that staff cancelled; null if the order is deleted. */
export async function ticketsCancelledMail(
  db: Db,
  mail: QueuedMail<"ticketsCancelled">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const news = await newsOfOrder(db, mail);
  if (news === null) return null;
  const { reason, people } = mail.payload;
  const ticketUrl = validTicketsUrl(news, publicUrl);
  const { composeTicketsCancelledMail } = await import("./mails/ticketsCancelledMail.ts");
  const composed = await composeTicketsCancelledMail({ ...news.shared, people, reason, ticketUrl });
  return { ...news.headers, ...composed };
}

/** The mail about a refund that failed or came back; null if the order is deleted. */
export async function refundSentBackMail(
  db: Db,
  mail: QueuedMail<"refundSentBack">,
): Promise<OutgoingMail | null> {
  const news = await newsOfOrder(db, mail);
  if (news === null) return null;
  const { composeRefundSentBackMail } = await import("./mails/refundSentBackMail.ts");
  return { ...news.headers, ...(await composeRefundSentBackMail(news.shared)) };
}

async function newsOfOrder(
  db: Db,
  { payload, recipient }: QueuedMail<"moneyBack" | "ticketsCancelled" | "refundSentBack">,
) {
  const order = await orderById(db, payload.orderId);
  const event = order && (await eventById(db, order.event_id));
  if (order === undefined || event === undefined) return null;
  const purchase = await buyerOf(db, order);
  const name = purchase?.buyer.name ?? "";
  const shared = {
    recipientName: name,
    eventName: event.name,
    organiser: organiserOf(event),
    orderNumber: order.order_number,
    amountMinor: payload.amount,
    currency: order.currency,
  };
  const inReplyTo = await ticketMailId(db, purchase, recipient);
  return { order, event, purchase, shared, headers: { to: { name, address: recipient }, inReplyTo } };
}

type OrderNews = NonNullable<Awaited<ReturnType<typeof newsOfOrder>>>;

function validTicketsUrl({ event, purchase }: OrderNews, publicUrl: string): string | null {
  const registration = purchase?.owner.registration;
  return registration?.state === "active" ? ticketPageUrl(publicUrl, event.slug, registration) : null;
}

/** The id of the mail that brought the tickets: mail programs group a reply with it. */
async function ticketMailId(
  db: Db,
  purchase: Awaited<ReturnType<typeof buyerOf>>,
  recipient: string,
): Promise<string | null> {
  const registration = purchase?.owner.registration;
  return registration === undefined ? null : ticketMessageId(db, registration.id, recipient);
}

/** The mail about a cancelled event; null if the event is not cancelled, or was deleted. */
export async function eventCancelledMail(
  db: Db,
  mail: QueuedMail<"eventCancelled">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const { eventId, refunds } = mail.payload;
  const event = await eventById(db, eventId);
  if (event === undefined || event.cancelled_at === null) return null;
  const { composeEventCancelledMail } = await import("./mails/eventCancelledMail.ts");
  const name = await addresseeName(db, eventId, mail.recipient);
  const { cancelRefund: refundMinor, ...paid } = await paymentMethodsOf(db, eventId, mail.recipient);
  const composed = await composeEventCancelledMail({
    recipientName: name,
    event: calendarEntry(event, publicUrl),
    message: event.cancel_message,
    refunds: refunds ?? event.cancel_refunds,
    paid,
    refundMinor,
    currency: event.currency,
  });
  return { to: { name, address: mail.recipient }, ...composed };
}

/** The mail about a changed event; null if the event was cancelled or deleted. */
export async function eventChangedMail(
  db: Db,
  mail: QueuedMail<"eventChanged">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const { eventId, changes } = mail.payload;
  const event = await eventById(db, eventId);
  if (event === undefined || event.cancelled_at !== null) return null;
  const recipientName = await addresseeName(db, eventId, mail.recipient);
  const composed = await changedMailOf(event, { changes, recipientName, publicUrl });
  return { to: { name: recipientName, address: mail.recipient }, ...composed };
}

/** The mail about a changed event for one reader. */
export async function changedMailOf(
  event: EventWithClub,
  { publicUrl, ...letter }: { changes: readonly HeadChange[]; recipientName: string; publicUrl: string },
): Promise<ComposedMail> {
  const { composeEventChangedMail } = await import("./mails/eventChangedMail.ts");
  return composeEventChangedMail({ ...letter, event: calendarEntry(event, publicUrl) });
}
