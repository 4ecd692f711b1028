/** A sale at the door that is being filled in: the number of each ticket, and the total. Pure. */

import { type Tax, totalsOf } from "../../../../contract/rules/money.ts";
import type { Door } from "../../../../contract/shapes/door.ts";
import type { DoorPaidBy } from "../../../../contract/shapes/order.ts";
import type { DoorState } from "../../../door/device.ts";
import { minorUnitsOf } from "../../../forms/amounts.ts";

/** The form values of a sale. */
export interface SaleValues {
  /** The number of each ticket, by ticket id. */
  readonly quantities: Readonly<Record<number, number>>;
  readonly name: string;
  readonly email: string;
  readonly paidBy: DoorPaidBy;
  /** The cash that the buyer handed over, as typed: the form shows the change. It is not sent. */
  readonly given: string;
}

/** An empty sale. */
export const newSale: SaleValues = { quantities: {}, name: "", email: "", paidBy: "cash", given: "" };

/** The maximum number of one ticket in one sale. */
export const maxPerTicket = 20;

/** The tickets with a quantity. */
export function chosenTickets(
  { quantities }: Pick<SaleValues, "quantities">,
  tickets: Door["tickets"],
): { ticketId: number; title: string; unitPrice: number; quantity: number }[] {
  return tickets.flatMap(({ ticketId, title, price }) => {
    const quantity = quantities[ticketId] ?? 0;
    return quantity === 0 ? [] : [{ ticketId, title, unitPrice: price, quantity }];
  });
}

/** The total in minor units, including the event's tax. */
export function totalOf(values: SaleValues, prices: { tickets: Door["tickets"]; tax: Tax }): number {
  return totalsOf(chosenTickets(values, prices.tickets), prices.tax).totalAmount;
}

/** Used while the event's tax is unknown. If the server's amount differs, it is shown. */
export const noTax: Tax = { taxType: "percent", taxAmount: 0 };

/** "2 × Standard, 1 × Child". */
export function saleText(values: Pick<SaleValues, "quantities">, { tickets }: Pick<Door, "tickets">): string {
  return chosenTickets(values, tickets)
    .map(({ title, quantity }) => `${quantity} × ${title}`)
    .join(", ");
}

/** Why the device cannot sell; null if it can. */
export function saleObstacle({ isOnline, problem }: Pick<DoorState, "isOnline" | "problem">): string | null {
  if (problem === "storageFull")
    return "This device has no room left, so it cannot keep a sale. Free some space, or sell on another phone.";
  if (problem === "storageLost") return "Load this page again, then sell.";
  if (problem === "signedOut") return "You are signed out. Sign in to sell.";
  if (problem !== null) return "This link has ended. Ask the staff for a new one.";
  return isOnline
    ? null
    : "Selling needs a signal: places are counted by the server. Send buyers to the desk.";
}

/** What is missing in the form; null if it is complete. */
export function saleProblem(values: SaleValues, tickets: Door["tickets"]): string | null {
  return chosenTickets(values, tickets).length === 0 ? "Choose a ticket." : null;
}

/** The change of a cash sale in minor units; negative if money is missing. Null while the given text is no amount. */
export function cashChangeOf(given: string, sale: { total: number; currency: string }): number | null {
  const amount = minorUnitsOf(given, sale.currency);
  return amount === null ? null : amount - sale.total;
}
