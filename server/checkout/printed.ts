/** Tickets and orders as mails and PDFs print them. */
import type { Order } from "../../contract/order.ts";
import type { Attendee } from "../../contract/registration.ts";
import type { Db } from "../db/pool.ts";
import type { PrintedOrder } from "../documents/orderPage.ts";
import type { PrintedPurchase } from "../documents/printedPurchase.ts";
import type { PrintedTicket } from "../documents/ticketPdf.ts";
import { type PurchaseRow, presentPurchase, purchasesOf } from "../orders/purchases.ts";
import { orderById } from "../orders/rows.ts";

/** Attendees of an active registration as tickets; one without a code is none. */
export function printedTickets(attendees: readonly Attendee[], orderNumber: string | null): PrintedTicket[] {
  return attendees.flatMap((attendee) =>
    attendee.qrText === null
      ? []
      : [
          {
            name: `${attendee.firstName} ${attendee.lastName}`.trim(),
            ticketTitle: attendee.ticketTitle,
            qrText: attendee.qrText,
            reference:
              orderNumber === null ? `${attendee.attendeeId}` : `${orderNumber} · ${attendee.attendeeId}`,
          },
        ],
  );
}

/** An order as the buyer's page prints it. */
export function printedOrder(order: Order): PrintedOrder {
  return { ...order, total: order.totalAmount };
}

/** The extras of a registration that were paid for, order by order. */
export async function printedPurchases(
  db: Db,
  registrationId: number,
  privateKey: string,
): Promise<PrintedPurchase[]> {
  const printed: PrintedPurchase[] = [];
  for (const row of await purchasesOf(db, registrationId)) {
    const order = await orderById(db, row.order_id);
    const purchase = order && printedPurchase(row, order.order_number, privateKey);
    if (purchase !== undefined) printed.push(purchase);
  }
  return printed;
}

/** Extras of one order with their code; undefined when they are not paid for, and so have none. */
export function printedPurchase(
  row: PurchaseRow,
  orderNumber: string,
  privateKey: string,
): PrintedPurchase | undefined {
  const { qrText, extrasData, status } = presentPurchase(row, privateKey);
  if (qrText === null) return undefined;
  return { items: extrasData, qrText, reference: orderNumber, isHandedOver: status };
}
