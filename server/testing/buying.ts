import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import type { TestApp } from "./app.ts";

/** Holds places of one ticket. */
export async function hold(app: TestApp, eventId: number, ticketId: number, quantity = 1) {
  const reply = await app.ask("registration/initRegistration", {
    body: { eventId, tickets: [{ ticketId, quantity }], userTimezone: "Europe/Berlin" },
  });
  if (reply.status !== 200) throw new Error(`No hold: ${reply.code} ${reply.msg}`);
  return reply.payload;
}

/** As many people as tickets; the first is the buyer. */
export function people(ticketId: number, quantity = 1, email = "mia@example.org"): Partial<AttendeeInput>[] {
  return Array.from({ length: quantity }, (_, index) =>
    index === 0
      ? { ticketId, firstName: "Mia", lastName: "Keller", email }
      : { ticketId, firstName: `Guest ${index}` },
  );
}

/** Holds places, saves their people and places the order. */
export async function placeTestOrder(
  app: TestApp,
  eventId: number,
  ticketId: number,
  quantity = 1,
  email?: string,
) {
  const { registration, accessKey, quote } = await hold(app, eventId, ticketId, quantity);
  const registrationId = registration.id;
  const saved = await app.ask("registration/save", {
    body: { registrationId, accessKey, attendees: people(ticketId, quantity, email) },
  });
  if (saved.status !== 200) throw new Error(`Not saved: ${saved.code} ${saved.msg}`);
  const placed = await app.ask("order/createOrder", { body: { registrationId, accessKey } });
  if (placed.status !== 200) throw new Error(`No order: ${placed.code} ${placed.msg}`);
  return {
    registrationId,
    accessKey,
    quote,
    order: placed.payload.order,
    clientSecret: placed.payload.clientSecret,
  };
}

/** Places an order and starts its payment. */
export async function startTestPayment(
  app: TestApp,
  eventId: number,
  ticketId: number,
  quantity = 1,
  email?: string,
) {
  const ordered = await placeTestOrder(app, eventId, ticketId, quantity, email);
  const started = await app.ask("stripe/create-payment-intent", {
    body: { orderId: ordered.order.id, accessKey: ordered.accessKey },
  });
  if (started.status !== 200) throw new Error(`No payment: ${started.code} ${started.msg}`);
  return { ...ordered, paymentIntentId: started.payload.paymentIntentId };
}

/** Makes an express registration and starts its payment. */
export async function expressPayment(app: TestApp, eventId: number, ticketId: number) {
  const reply = await app.ask("registration/express", {
    body: { eventId, tickets: [{ ticketId, quantity: 1 }], attendees: people(ticketId) },
  });
  if (reply.status !== 200) throw new Error(`No registration: ${reply.code} ${reply.msg}`);
  const { registration, accessKey, order: placed } = reply.payload;
  const started = await app.ask("stripe/create-payment-intent", {
    body: { orderId: placed.id, accessKey },
  });
  if (started.status !== 200) throw new Error(`No payment: ${started.code} ${started.msg}`);
  return { registrationId: registration.id, accessKey, paymentIntentId: started.payload.paymentIntentId };
}

/** A card for the test provider. */
export function card(number = "4242424242424242", confirmed?: boolean) {
  return {
    number,
    expMonth: 12,
    expYear: 2040,
    cvc: "123",
    ...(confirmed === undefined ? {} : { confirmed }),
  };
}
