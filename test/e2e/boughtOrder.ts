import { randomUUID } from "node:crypto";
import type { CallName, PayloadOf } from "../../contract/all.ts";
import { ask } from "../../server/testing/app.ts";
import { card } from "../../server/testing/buying.ts";
import { type Credentials, expect } from "./journey.ts";
import type { PurchaseSite } from "./purchaseSite.ts";

/** The first of `names` is the buyer. */
interface Wish {
  eventId: number;
  ticketId: number;
  names: readonly (readonly [firstName: string, lastName: string])[];
  email?: string;
}

/** Begins an order and leaves it unpaid. */
export async function beginOrder(
  site: PurchaseSite,
  { eventId, ticketId, names, email = "mia@example.org" }: Wish,
): Promise<PayloadOf<"registration/express">> {
  return callSite(site, "registration/express", {
    eventId,
    tickets: [{ ticketId, quantity: names.length }],
    attendees: names.map(([firstName, lastName], index) => ({
      ticketId,
      firstName,
      lastName,
      ...(index === 0 && { email }),
    })),
  });
}

/** Begins an order and pays it by card. */
export async function buyOrder(site: PurchaseSite, wish: Wish): Promise<PayloadOf<"registration/express">> {
  const placed = await beginOrder(site, wish);
  const { accessKey, order } = placed;
  const { paymentIntentId } = await callSite(site, "stripe/create-payment-intent", {
    orderId: order.id,
    accessKey,
  });
  const paid = await callSite(site, "stripe/confirm-payment", { paymentIntentId, accessKey, card: card() });
  expect(paid.order?.paymentStatus).toBe("paid");
  return placed;
}

/** Sells an order at the door for cash, as staff. */
export async function sellAtDoor(
  site: PurchaseSite,
  who: Credentials,
  {
    eventId,
    ticketId,
    name,
    totalAmount,
  }: { eventId: number; ticketId: number; name: string; totalAmount: number },
): Promise<PayloadOf<"door/sell">> {
  const token = String((await ask(site.app, "auth/signin", { body: who })).headers.authorization);
  const deviceId = randomUUID();
  const sold = await ask(site.app, "door/sell", {
    token,
    body: { eventId, deviceId, tickets: [{ ticketId, quantity: 1 }], name, paidBy: "cash", totalAmount },
  });
  expect([sold.status, sold.msg]).toEqual([200, null]);
  return sold.payload;
}

async function callSite<N extends CallName>(
  site: PurchaseSite,
  name: N,
  body: unknown,
): Promise<PayloadOf<N>> {
  const reply = await ask(site.app, name, { body });
  expect([reply.status, reply.msg]).toEqual([200, null]);
  return reply.payload;
}
