import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { card, order, startedPayment } from "../testing/buying.ts";
import { openSession } from "../testing/tokens.ts";
import { paymentMethodsOf } from "./paymentMethods.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function site() {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 2000 });
  const free = await buildTicket(db, event.id, { price: 0 });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { eventId: event.id, slug: event.slug, ticketId: ticket.id, freeId: free.id, token };
}

test("who paid online, by hand, nothing, or is a guest is told apart, whatever the letters of their address", async () => {
  const { eventId, ticketId, freeId, token } = await site();
  const begun = await startedPayment(app, eventId, ticketId, 1, "card@example.org");
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId: begun.paymentIntentId, accessKey: begun.accessKey, card: card() },
  });
  const { order: placed } = await order(app, eventId, ticketId, 1, "hand@example.org");
  await app.ask("order/markPaid", { body: { orderId: placed.id, amount: 2000, paidBy: "cash" }, token });
  await order(app, eventId, freeId, 1, "free@example.org");
  await order(app, eventId, ticketId, 1, "unpaid@example.org");
  const of = (name: string) => paymentMethodsOf(app.database.db, eventId, `${name}@example.org`);
  expect(await of("CARD")).toEqual({ online: true, byHand: false, back: 2000 });
  expect(await of("hand")).toEqual({ online: false, byHand: true, back: 0 });
  for (const name of ["free", "unpaid", "guest"])
    expect(await of(name)).toEqual({ online: false, byHand: false, back: 0 });
});

test("an event tells what its organiser says of its cancelling, and nothing before", async () => {
  const { eventId, slug, token } = await site();
  const told = async () => (await app.ask("event/getEventBySlug", { query: { slug } })).payload;
  expect(await told()).not.toHaveProperty("cancelMessage");
  await app.ask("event/cancel", { body: { eventId, message: "The quay is under water." }, token });
  expect(await told()).toMatchObject({ cancelMessage: "The quay is under water." });
});

test("what was given back of a donation is not counted as paid, but as given back", async () => {
  const { eventId, token } = await site();
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  const given = (await app.ask("sponsorship/create", { body: { eventId, amount: 5000, sponsorData } }))
    .payload;
  const query = { sponsorshipId: given.sponsorship.id };
  const { orderId } = (await app.ask("sponsorship/getSponsorshipById", { query, token })).payload;
  await app.ask("order/markPaid", {
    body: { orderId: orderId!, amount: 5000, paidBy: "bankTransfer" },
    token,
  });
  await app.ask("order/refund", { body: { orderId: orderId!, amount: 1200 }, token });
  const totals = (await app.ask("sponsorship/getTotals", { query: { eventId }, token })).payload;
  expect(totals).toMatchObject([{ paid: { count: 1, amount: 3800 }, refunded: { count: 1, amount: 1200 } }]);
});
