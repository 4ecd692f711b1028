// Buys a ticket with the types that openapi-typescript generated (clientsJudge.ts).
import createClient from "openapi-fetch";
import type { paths } from "./client.d.ts";

const [url = "", email = "", password = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: url });

function payloadOf<T>(answer: { data?: { payload: T }; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data.payload;
}

const signedIn = await api.POST("/api/auth/signin", { body: { email, password } });
if (payloadOf(signedIn).currentUser?.email !== email) throw new Error("Somebody else was signed in.");
const headers = { authorization: signedIn.response.headers.get("authorization") ?? "" };

const startDatetime = new Date(Date.now() + 30 * 86_400_000).toISOString();
const event = payloadOf(
  await api.POST("/api/event/save", {
    headers,
    body: { name: "Bought by TypeScript", startDatetime, currency: "eur", isActive: true },
  }),
);
const ticket = payloadOf(
  await api.POST("/api/ticket/save", {
    headers,
    body: { eventId: event.id, title: "Standard", price: 2500, maxStock: 1, isActive: true },
  }),
);
const tickets = [{ ticketId: ticket.id, quantity: 1 }];
const hold = payloadOf(
  await api.POST("/api/registration/initRegistration", { body: { eventId: event.id, tickets } }),
);
const key = { registrationId: hold.registration.id, accessKey: hold.accessKey };
const attendee = { ticketId: ticket.id, firstName: "Mia", lastName: "Keller", email: "mia@example.org" };
payloadOf(
  await api.POST("/api/registration/save", {
    body: { ...key, attendees: [{ ...attendee, isPrimary: true }] },
  }),
);
const { order } = payloadOf(
  await api.POST("/api/order/createOrder", { body: { ...key, totalAmount: hold.quote.totalAmount } }),
);
const { accessKey } = key;
const { paymentIntentId } = payloadOf(
  await api.POST("/api/stripe/create-payment-intent", { body: { orderId: order.id, accessKey } }),
);
const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };
const settlement = payloadOf(
  await api.POST("/api/stripe/confirm-payment", { body: { paymentIntentId, accessKey, card } }),
);
if (settlement.order.paymentStatus !== "paid" || settlement.order.totalAmount !== 2500)
  throw new Error(`The order is not paid: ${JSON.stringify(settlement.order)}`);

// The only place is sold, so a second hold must be refused.
const { error } = await api.POST("/api/registration/initRegistration", {
  body: { eventId: event.id, tickets },
});
if (error?.code !== "soldOut")
  throw new Error(`The place was sold twice, or the refusal has another code: ${JSON.stringify(error)}`);
