import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { card, placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { openSession } from "../testing/tokens.ts";
import { paymentMethodsOf } from "./paymentMethods.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function prepareSale() {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 2000 });
  const free = await buildTicket(db, event.id, { price: 0 });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { eventId: event.id, slug: event.slug, ticketId: ticket.id, freeId: free.id, token };
}

test("buyers who paid online, by hand or nothing are distinguished, in any letter case of the address", async () => {
  const { eventId, ticketId, freeId, token } = await prepareSale();
  const started = await startTestPayment(app, eventId, ticketId, 1, "card@example.org");
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId: started.paymentIntentId, accessKey: started.accessKey, card: card() },
  });
  const { order: placed } = await placeTestOrder(app, eventId, ticketId, 1, "Hand@example.org");
  await app.ask("order/markPaid", { body: { orderId: placed.id, amount: 2000, paidBy: "cash" }, token });
  await placeTestOrder(app, eventId, freeId, 1, "free@example.org");
  await placeTestOrder(app, eventId, ticketId, 1, "unpaid@example.org");
  const methodsOf = (name: string) => paymentMethodsOf(app.database.db, eventId, `${name}@example.org`);
  expect(await methodsOf("CARD")).toEqual({ online: true, byHand: false, cancelRefund: 2000 });
  expect(await methodsOf("hand")).toEqual({ online: false, byHand: true, cancelRefund: 0 });
  for (const name of ["free", "unpaid", "guest"])
    expect(await methodsOf(name)).toEqual({ online: false, byHand: false, cancelRefund: 0 });
});

test("an order with a failed refund adds nothing to what a cancellation is said to refund", async () => {
  const { eventId, ticketId } = await prepareSale();
  const started = await startTestPayment(app, eventId, ticketId, 1, "card@example.org");
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId: started.paymentIntentId, accessKey: started.accessKey, card: card() },
  });
  await app.database.db
    .insertInto("refunds")
    .values({
      order_id: started.order.id,
      amount: 500,
      actor: "user:1",
      reason: "",
      state: "failed",
      failure: "The card is closed.",
      failed_at: app.time.now,
    })
    .execute();
  const methods = await paymentMethodsOf(app.database.db, eventId, "card@example.org");
  expect(methods).toEqual({ online: true, byHand: false, cancelRefund: 0 });
});

test("an event has the organiser's cancellation message only after it is cancelled", async () => {
  const { eventId, slug, token } = await prepareSale();
  const fetchEvent = async () => (await app.ask("event/getEventBySlug", { query: { slug } })).payload;
  expect(await fetchEvent()).not.toHaveProperty("cancelMessage");
  await app.ask("event/cancel", { body: { eventId, message: "The quay is under water." }, token });
  expect(await fetchEvent()).toMatchObject({ cancelMessage: "The quay is under water." });
});

test("a refund of a donation is counted as refunded and not as paid", async () => {
  const { eventId, token } = await prepareSale();
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  const donation = (await app.ask("sponsorship/create", { body: { eventId, amount: 5000, sponsorData } }))
    .payload;
  const query = { sponsorshipId: donation.sponsorship.id };
  const { orderId } = (await app.ask("sponsorship/getSponsorshipById", { query, token })).payload;
  await app.ask("order/markPaid", {
    body: { orderId: orderId!, amount: 5000, paidBy: "bankTransfer" },
    token,
  });
  await app.ask("order/refund", { body: { orderId: orderId!, amount: 1200 }, token });
  const totals = (await app.ask("sponsorship/getTotals", { query: { eventId }, token })).payload;
  expect(totals).toMatchObject([{ paid: { count: 1, amount: 3800 }, refunded: { count: 1, amount: 1200 } }]);
});
