/** A sale at the door as it is being made: how many of each ticket, and what they cost together. Pure. */
import type { Door } from "../../../contract/door.ts";
import type { DoorPaidBy } from "../../../contract/order.ts";
import { type Tax, totalsOf } from "../../../contract/rules/money.ts";

/** What is filled in. */
export interface SaleValues {
  /** Number of each ticket, by its id. */
  readonly quantities: Readonly<Record<number, number>>;
  readonly name: string;
  readonly email: string;
  readonly paidBy: DoorPaidBy;
}

/** An empty sale. */
export const newSale: SaleValues = { quantities: {}, name: "", email: "", paidBy: "cash" };

/** No more of one ticket at once. */
export const mostOfOne = 20;

/** The lines that have any. */
export function linesOf(
  { quantities }: Pick<SaleValues, "quantities">,
  tickets: Door["tickets"],
): { ticketId: number; title: string; unitPrice: number; quantity: number }[] {
  return tickets.flatMap(({ ticketId, title, price }) => {
    const quantity = quantities[ticketId] ?? 0;
    return quantity === 0 ? [] : [{ ticketId, title, unitPrice: price, quantity }];
  });
}

/** What is to be paid, in minor units, with the event's tax. */
export function totalOf(values: SaleValues, of: { tickets: Door["tickets"]; tax: Tax }): number {
  return totalsOf(linesOf(values, of.tickets), of.tax).totalAmount;
}

/** Of an event whose tax is not known here; the server's word on the amount is shown where it differs. */
export const noTax: Tax = { taxType: "percent", taxAmount: 0 };

/** "2 × Standard, 1 × Child". */
export function saleText(values: Pick<SaleValues, "quantities">, { tickets }: Pick<Door, "tickets">): string {
  return linesOf(values, tickets)
    .map(({ title, quantity }) => `${quantity} × ${title}`)
    .join(", ");
}

/** Why it cannot be sold, in words; null when it can. */
export function saleProblem(
  values: SaleValues,
  of: { isOnline: boolean; tickets: Door["tickets"] },
): string | null {
  if (!of.isOnline)
    return "Selling needs a signal: places are counted by the server. Send buyers to the desk.";
  if (linesOf(values, of.tickets).length === 0) return "Choose a ticket.";
  return null;
}
