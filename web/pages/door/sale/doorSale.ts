/** A sale at the door that is being filled in: the number of each ticket and extra, and the total. Pure. */

import { type TaxRate, totalsOf } from "../../../../contract/rules/money.ts";
import type { Door } from "../../../../contract/shapes/door.ts";
import type { DoorPaidBy } from "../../../../contract/shapes/order.ts";
import type { DoorState } from "../../../door/device.ts";
import type { SaleRequest } from "../../../door/sale.ts";
import { minorUnitsOf } from "../../../forms/amounts.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** The form values of a sale. */
export interface SaleValues {
  /** The number of each ticket, by ticket id. */
  readonly quantities: Readonly<Record<number, number>>;
  /** The number of each extra, by its id. */
  readonly extras: Readonly<Record<number, number>>;
  /** Whether the extras are handed over with the sale. */
  readonly handsOverExtras: boolean;
  readonly name: string;
  readonly email: string;
  readonly paidBy: DoorPaidBy;
  /** The cash that the buyer handed over, as typed: the form shows the change. It is not sent. */
  readonly given: string;
}

/** An empty sale. */
export const newSale: SaleValues = {
  quantities: {},
  extras: {},
  handsOverExtras: true,
  name: "",
  email: "",
  paidBy: "cash",
  given: "",
};

/** The maximum number of one ticket or extra in one sale. */
export const maxPerLine = 20;

/** What can be sold: the door's tickets and the event's extras, with the event's tax. */
export interface SaleOffer extends Pick<SaleFacts, "tax" | "extras"> {
  readonly tickets: Door["tickets"];
}

/** A ticket or extra with its quantity and price in minor units. */
interface ChosenLine {
  title: string;
  unitPrice: number;
  quantity: number;
  taxRate: TaxRate | null;
}

/** The tickets with a quantity. */
export function chosenTickets(
  { quantities }: Pick<SaleValues, "quantities">,
  tickets: Door["tickets"],
): (ChosenLine & { ticketId: number })[] {
  return tickets.flatMap(({ ticketId, title, price, taxRate }) => {
    const quantity = quantities[ticketId] ?? 0;
    return quantity === 0 ? [] : [{ ticketId, title, unitPrice: price, quantity, taxRate }];
  });
}

/** The extras with a quantity. */
export function chosenExtras(
  values: Pick<SaleValues, "extras">,
  extras: SaleOffer["extras"],
): (ChosenLine & { extrasId: number })[] {
  return extras.flatMap(({ id, name, price, taxRate }) => {
    const quantity = values.extras[id] ?? 0;
    return quantity === 0 ? [] : [{ extrasId: id, title: name, unitPrice: price, quantity, taxRate }];
  });
}

function chosenLines(values: Pick<SaleValues, "quantities" | "extras">, offer: SaleOffer) {
  return [...chosenTickets(values, offer.tickets), ...chosenExtras(values, offer.extras)];
}

/** The total in minor units, including taxes. */
export function totalOf(values: SaleValues, offer: SaleOffer): number {
  return totalsOf(chosenLines(values, offer), offer.tax).totalAmount;
}

/** "2 × Standard, 1 × Dinner". */
export function saleText(values: Pick<SaleValues, "quantities" | "extras">, offer: SaleOffer): string {
  return chosenLines(values, offer)
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

/** The request of a sale; `total` in minor units, `sum` as it is shown. */
export function saleRequestOf(
  values: SaleValues,
  offer: SaleOffer,
  { total, sum }: { total: number; sum: string },
): SaleRequest {
  const extras = chosenExtras(values, offer.extras).map(({ extrasId, quantity }) => ({ extrasId, quantity }));
  return {
    tickets: chosenTickets(values, offer.tickets).map(({ ticketId, quantity }) => ({ ticketId, quantity })),
    extras,
    handsOverExtras: extras.length > 0 && values.handsOverExtras,
    name: values.name.trim(),
    email: values.email.trim() || null,
    paidBy: values.paidBy,
    totalAmount: total,
    what: saleText(values, offer),
    sum,
  };
}

/** The change of a cash sale in minor units; negative if money is missing. Null while the given text is no amount. */
export function cashChangeOf(given: string, sale: { total: number; currency: string }): number | null {
  const amount = minorUnitsOf(given, sale.currency);
  return amount === null ? null : amount - sale.total;
}
