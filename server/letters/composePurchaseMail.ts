import { clubById } from "../clubs/rows.ts";
import { sellerLine } from "../clubs/seller.ts";
import type { Db } from "../db/pool.ts";
import { calendarEntry } from "../events/calendarEntry.ts";
import { type EventWithClub, eventById, eventKey } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import type { Owner } from "../orders/ownerOf.ts";
import { purchaseOfOrder } from "../orders/purchases.ts";
import { type OrderRow, orderById, presentOrder } from "../orders/rows.ts";
import { pageUrls } from "../pageUrls.ts";
import { attendeesOf } from "../registrations/rows.ts";
import { ticketMessageId } from "../registrations/tickets.ts";
import { presentSponsorship } from "../sponsorships/sponsorshipRows.ts";
import { type Buyer, buyerOf } from "./buyer.ts";
import { printedOrder, printedPurchase } from "./printed.ts";
import { mailedReceipt } from "./receipt.ts";
import { ticketPageUrl } from "./ticketPageUrl.ts";

/** The mail with the code of extras bought after the tickets; null if it is no longer due. */
export async function extrasMail(
  db: Db,
  mail: QueuedMail<"extras">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const paid = await paidOrder(db, mail);
  const registration = paid?.owner.registration;
  if (paid === null || registration?.state !== "active") return null;
  const { order, event, buyer, seller } = paid;
  const key = await eventKey(db, event.id);
  const row = await purchaseOfOrder(db, order.id);
  const purchase = row && key && printedPurchase(row, key.private_key);
  if (!purchase) return null;
  const { composeExtrasMail } = await import("./mails/extrasMail.ts");
  const composed = await composeExtrasMail({
    recipientName: buyer.name,
    event: calendarEntry(event, publicUrl),
    readerZone: registration.user_timezone,
    ticketUrl: ticketPageUrl(publicUrl, event.slug, registration),
    purchase,
    order: { ...printedOrder(presentOrder(order)), seller },
    receipt: (await mailedReceipt(db, paid, publicUrl))!,
  });
  const inReplyTo = await ticketMessageId(db, registration.id, mail.recipient);
  return { to: { name: buyer.name, address: mail.recipient }, ...composed, inReplyTo };
}

/** The thanks to a sponsor or a donor; null if they are no longer due. */
export async function sponsorshipMail(
  db: Db,
  mail: QueuedMail<"sponsorship">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const paid = await paidOrder(db, mail);
  const row = paid?.owner.sponsorship;
  if (!row) return null;
  const { order, event, buyer, seller } = paid;
  const { sponsorData, packageType } = presentSponsorship(row);
  const { composeSponsorshipMail } = await import("./mails/sponsorshipMail.ts");
  const composed = await composeSponsorshipMail({
    recipientName: buyer.name,
    organization: sponsorData.organization,
    message: sponsorData.message,
    event: calendarEntry(event, publicUrl),
    packageName: order.purpose === "donation" ? null : packageType,
    orderNumber: order.order_number,
    receiptNumber: order.receipt_number,
    seller,
    amountMinor: order.total_amount,
    currency: order.currency,
    seats: row.seats_registration_id === null ? 0 : (await attendeesOf(db, row.seats_registration_id)).length,
    ownPage: { url: pageUrls.sponsor(publicUrl, event.slug, row), takesLogo: row.is_public },
    receipt: (await mailedReceipt(db, paid, publicUrl))!,
  });
  return { to: { name: buyer.name, address: mail.recipient }, ...composed };
}

/** The order is paid or free, so it has a receipt. */
interface PaidPurchase {
  order: OrderRow;
  event: EventWithClub;
  buyer: Buyer;
  owner: Owner;
  /** In one line. */
  seller: string;
}

async function paidOrder(db: Db, mail: QueuedMail<"extras" | "sponsorship">): Promise<PaidPurchase | null> {
  const { orderId } = mail.payload;
  const order = await orderById(db, orderId);
  if (order?.payment_status !== "paid" && order?.payment_status !== "free") return null;
  const event = await eventById(db, order.event_id);
  const club = event && (await clubById(db, event.club_id));
  const purchase = await buyerOf(db, order);
  if (event === undefined || club === undefined || purchase === undefined) return null;
  return { order, event, ...purchase, seller: sellerLine(club) };
}
