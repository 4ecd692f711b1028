import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildQuestion, buildTicket } from "../../testing/builders.ts";
import { card, hold, people, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { buildTwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const mailKeys = async (registrationId: number) => {
  const rows = await app.database.db
    .selectFrom("mails")
    .select("key")
    .where("key", "like", `tickets:${registrationId}:%`)
    .execute();
  return rows.map(({ key }) => key);
};

const purchasesOf = async (registrationId: number) => {
  const rows = await app.database.db
    .selectFrom("extras_purchases")
    .select("extras_data")
    .where("registration_id", "=", registrationId)
    .execute();
  return rows.map(({ extras_data }) => extras_data);
};

describe("a paid order", () => {
  test("a paid order goes from the hold to tickets with QR codes and one mail", async () => {
    const event = await buildEvent(app.database.db, { taxAmount: 19 });
    const ticket = await buildTicket(app.database.db, event.id, { price: 2500, maxStock: 10 });
    const purchase = await startTestPayment(app, event.id, ticket.id, 2);
    expect(purchase.quote).toMatchObject({ subtotal: 5000, tax: 950, totalAmount: 5950, currency: "eur" });
    expect(purchase.order).toMatchObject({ paymentStatus: "pending", totalAmount: 5950 });

    const paid = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: purchase.paymentIntentId, accessKey: purchase.accessKey, card: card() },
    });
    expect(paid.payload).toMatchObject({
      processed: true,
      registration: { state: "active" },
      order: { paymentStatus: "paid" },
    });
    expect(paid.payload.attendees.map((attendee) => JSON.parse(attendee.qrText!))).toMatchObject([
      { r: purchase.registrationId, e: event.id },
      { r: purchase.registrationId, e: event.id },
    ]);
    expect(await mailKeys(purchase.registrationId)).toEqual([
      `tickets:${purchase.registrationId}:mia@example.org`,
    ]);
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId: event.id } })).payload;
    expect(stock?.currentStock).toBe(8);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a payment can be retried after a declined card without losing the hold", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { paymentIntentId, accessKey, registrationId } = await startTestPayment(app, event.id, ticket.id);
    const declined = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId, accessKey, card: card("4000000000000002") },
    });
    expect(declined).toMatchObject({
      status: 402,
      code: "paymentFailed",
      payload: { declineCode: "card_declined" },
    });
    const held = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(held.payload.registration.state).toBe("pending");
    const paid = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId, accessKey, card: card() },
    });
    expect(paid.payload.order.paymentStatus).toBe("paid");
  });

  test("a payment asks for the bank's confirmation first if the card requires it", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { paymentIntentId, accessKey } = await startTestPayment(app, event.id, ticket.id);
    const first = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId, accessKey, card: card("4000002500003155") },
    });
    expect(first.payload).toMatchObject({ processed: false, nextAction: "confirm" });
    const second = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId, accessKey, card: card("4000002500003155", true) },
    });
    expect(second.payload.processed).toBe(true);
  });
});

describe("a free order", () => {
  test("a free order is complete after createOrder, without a payment, and a repeated call returns it", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
    const placed = await placeTestOrder(app, event.id, ticket.id);
    expect(placed).toMatchObject({ clientSecret: "no-stripe", order: { paymentStatus: "free" } });
    const again = await app.ask("order/createOrder", {
      body: { registrationId: placed.registrationId, accessKey: placed.accessKey },
    });
    expect(again.payload.order.id).toBe(placed.order.id);
    expect(await mailKeys(placed.registrationId)).toHaveLength(1);
    expect(await purchasesOf(placed.registrationId)).toEqual([]);
  });

  test("a free order is complete after express, extras and answers included", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
    const extras = await buildExtras(app.database.db, event.id, { price: 0 });
    const question = await buildQuestion(app.database.db, event.id, { text: "Any allergies?" });
    const answers = [{ questionId: question.id, answer: "Nuts" }];
    const [mia, guest] = people(ticket.id, 2);
    const reply = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [{ ticketId: ticket.id, quantity: 2 }],
        extras: [{ extrasId: extras.id, quantity: 1 }],
        attendees: [{ ...mia!, answers }, guest!],
        totalAmount: 0,
      },
    });
    expect(reply.payload).toMatchObject({
      registration: { state: "active", email: "mia@example.org" },
      order: { paymentStatus: "free" },
      clientSecret: "no-stripe",
    });
    expect(reply.payload.attendees).toHaveLength(2);
    const shown = await app.ask("registration/getRegistration", {
      query: { registrationId: reply.payload.registration.id, accessKey: reply.payload.accessKey },
    });
    expect(shown.payload.attendees).toMatchObject(reply.payload.attendees);
    expect(shown.payload.attendees.map((one) => one.answers)).toMatchObject([answers, []]);
    expect(shown.payload.order?.items.map((item) => item.kind)).toEqual(["ticket", "extras"]);
    expect(await purchasesOf(reply.payload.registration.id)).toMatchObject([
      [{ kind: "extras", refId: extras.id, quantity: 1 }],
    ]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });
});

describe("a hold", () => {
  test("an expired hold releases its places, and its people can no longer be saved", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 2 });
    const held = await hold(app, event.id, ticket.id, 2);
    app.time.now = new Date(app.time.now.getTime() + 16 * 60_000);
    const late = await app.ask("registration/save", {
      body: {
        registrationId: held.registration.id,
        accessKey: held.accessKey,
        attendees: people(ticket.id, 2),
      },
    });
    expect(late).toMatchObject({ status: 409, code: "holdExpired" });
    // No sweep has run: the next request ends the hold.
    expect((await hold(app, event.id, ticket.id, 2)).registration.state).toBe("held");
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a hold is released with its access key, and not with another", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 1 });
    const { registration, accessKey } = await hold(app, event.id, ticket.id);
    const stranger = await app.ask("registration/releaseHold", {
      body: { registrationId: registration.id, accessKey: "A".repeat(22) },
    });
    expect(stranger).toMatchObject({ status: 404, code: "notFound" });
    const released = await app.ask("registration/releaseHold", {
      body: { registrationId: registration.id, accessKey },
    });
    expect(released.payload.registration.state).toBe("cancelled");
    expect((await hold(app, event.id, ticket.id)).registration.state).toBe("held");
  });
});

describe("an event that is unpublished during the sale", () => {
  test("an unpublished event refuses new buyers, but those who hold places or are paying get their tickets", async () => {
    const clubs = await buildTwoClubs(app);
    const event = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 10 });
    const { registration, accessKey } = await hold(app, event.id, ticket.id);
    const held = { registrationId: registration.id, accessKey };
    const paying = await startTestPayment(app, event.id, ticket.id);
    const saved = await app.ask("event/save", {
      body: { id: event.id, isActive: false },
      token: clubs.tokens.admin,
    });
    expect(saved.payload.isActive).toBe(false);

    const lines = { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] };
    const late = await app.ask("registration/initRegistration", { body: lines });
    expect(late).toMatchObject({ status: 404, code: "notFound" });
    const pay = async (paymentIntentId: string, key: string) => {
      const body = { paymentIntentId, accessKey: key, card: card() };
      return (await app.ask("stripe/confirm-payment", { body })).payload;
    };
    const sold = { registration: { state: "active" }, order: { paymentStatus: "paid" } };
    expect(await pay(paying.paymentIntentId, paying.accessKey)).toMatchObject(sold);

    const peopleBody = { ...held, attendees: people(ticket.id) };
    expect((await app.ask("registration/save", { body: peopleBody })).status).toBe(200);
    const placed = await app.ask("order/createOrder", { body: held });
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId: placed.payload.order.id, accessKey },
    });
    expect(await pay(started.payload.paymentIntentId, accessKey)).toMatchObject(sold);
    expect(await mailKeys(paying.registrationId)).toHaveLength(1);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });
});

describe("the same Idempotency-Key", () => {
  test("requests with the same Idempotency-Key get the same hold and take the places once", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 10 });
    const request = {
      body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 3 }] },
      headers: { "idempotency-key": "buyer-1-try-1" },
    };
    const [one, two] = await Promise.all([
      app.ask("registration/initRegistration", request),
      app.ask("registration/initRegistration", request),
    ]);
    const three = await app.ask("registration/initRegistration", request);
    expect(two.payload).toEqual(one.payload);
    expect(three.payload).toEqual(one.payload);
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId: event.id } })).payload;
    expect(stock?.currentStock).toBe(7);
    const other = await app.ask("registration/initRegistration", {
      ...request,
      body: { ...request.body, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
    });
    expect(other).toMatchObject({ status: 409, code: "idempotencyMismatch" });
  });
});
