/** An order for tests: two tickets of 20.00, a free ticket, a dinner of 10.00, and 10 % tax; paid on the web. */

import type { ListedOrder, Refund } from "../../../../contract/shapes/money/refund.ts";
import type { Attendee } from "../../../../contract/shapes/registration.ts";

export const paidOrder: ListedOrder = {
  id: 7,
  orderNumber: "FEPT-GMDX",
  receiptNumber: 12,
  eventId: 1,
  registrationId: 3,
  items: [
    {
      kind: "ticket",
      refId: 5,
      title: "Standard",
      unitPrice: 2000,
      quantity: 2,
      total: 4000,
      net: 4000,
      tax: 400,
    },
    { kind: "ticket", refId: 6, title: "Child", unitPrice: 0, quantity: 1, total: 0, net: 0, tax: 0 },
    {
      kind: "extras",
      refId: 5,
      title: "Dinner",
      unitPrice: 1000,
      quantity: 1,
      total: 1000,
      net: 1000,
      tax: 100,
    },
  ],
  pricesIncludeTax: false,
  subtotal: 5000,
  tax: 500,
  totalAmount: 5500,
  taxes: [{ name: "Tax", percent: 10, net: 5000, tax: 500 }],
  currency: "usd",
  paymentStatus: "paid",
  refundedAmount: 0,
  promoCode: null,
  discount: 0,
  createdAt: "2030-05-01T10:00:00.000Z",
  paidAt: "2030-05-01T10:05:00.000Z",
  channel: "web",
  paidBy: null,
  importedNumber: null,
  paidElsewhere: null,
  purpose: "registration",
  buyer: { name: "Mia Keller", email: "mia@example.org" },
  refundDue: 0,
  isExpired: false,
  paidNote: "",
  attention: [],
};

export const doneRefund: Refund = {
  id: 1,
  amount: 2200,
  state: "done",
  reason: "",
  items: [],
  by: "Ada Staff",
  failure: null,
  createdAt: "2030-05-02T10:00:00.000Z",
  doneAt: "2030-05-02T10:01:00.000Z",
};

/** Somebody with a ticket of the order. */
export function personOf(attendeeId: number, firstName: string): Attendee {
  return {
    id: attendeeId,
    attendeeId,
    registrationId: 3,
    ticketId: 5,
    ticketTitle: "Standard",
    isPrimary: attendeeId === 1,
    firstName,
    lastName: "Keller",
    email: null,
    phone: null,
    qrUuid: "",
    qrText: null,
    answers: [],
    checkinId: null,
    checkinTime: null,
    importId: null,
    hasOldCode: false,
  };
}
