import type { Order } from "../../contract/shapes/order.ts";
import type { Attendee } from "../../contract/shapes/registration.ts";
import type { PrintedOrder } from "../documents/printedOrder.ts";
import type { PrintedPurchase } from "../documents/printedPurchase.ts";
import type { PrintedTicket } from "../documents/ticketPdf.ts";
import { type PurchaseRow, presentPurchase } from "../orders/purchases.ts";

/** Attendees as tickets; an attendee without a code is left out. */
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

/** An order as mails and receipts print it. */
export function printedOrder(order: Order): PrintedOrder {
  return { ...order, total: order.totalAmount };
}

/** Extras that have a code, order by order. */
export function printedPurchases(rows: readonly PurchaseRow[], privateKey: string): PrintedPurchase[] {
  return rows.flatMap((row) => printedPurchase(row, privateKey) ?? []);
}

/** Extras of one order with their code; undefined if they are neither paid nor free. */
export function printedPurchase(row: PurchaseRow, privateKey: string): PrintedPurchase | undefined {
  const { qrText, extrasData, status } = presentPurchase(row, privateKey);
  if (qrText === null) return undefined;
  return { items: extrasData, qrText, reference: row.order_number, isHandedOver: status };
}
