import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditCounters } from "../../holds/auditCounters.ts";
import { backgroundTasks } from "../../tasks.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { expressPayment } from "../../testing/buying.ts";
import { type StripeApp, stripeApp } from "../../testing/stripeApp.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp();
});
afterAll(() => app.close());

const catchUp = () => backgroundTasks(app).catchUp!({});

async function paidPurchase() {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id);
  const purchase = await expressPayment(app, event.id, ticket.id);
  app.stripe.deliver.drop = 0;
  app.stripe.pay(purchase.paymentIntentId);
  await app.stripe.settled();
  return purchase;
}

const orderOf = (registrationId: number) =>
  app.database.db
    .selectFrom("orders")
    .innerJoin("payments", "payments.id", "orders.payment_id")
    .select(["payment_status", "orders.refunded_amount", "disputes"])
    .where("registration_id", "=", registrationId)
    .executeTakeFirstOrThrow();

test("a dashboard refund whose delivery is lost is still recorded, once", async () => {
  const { registrationId, paymentIntentId } = await paidPurchase();
  app.stripe.deliver.drop = 1;
  app.stripe.refundInDashboard(paymentIntentId, 700);
  await app.stripe.settled();
  expect(await orderOf(registrationId)).toMatchObject({ refunded_amount: 0 });

  await catchUp();
  expect(await orderOf(registrationId)).toMatchObject({ payment_status: "paid", refunded_amount: 700 });

  const requestsBefore = app.stripe.requests().length;
  await catchUp();
  expect(
    app.stripe
      .requests()
      .slice(requestsBefore)
      .map(({ path }) => path.split("?")[0]),
  ).toEqual(["/v1/events"]);
});

test("a dispute whose delivery is lost is still recorded", async () => {
  const { registrationId, paymentIntentId } = await paidPurchase();
  app.stripe.deliver.drop = 1;
  app.stripe.dispute(paymentIntentId);
  await app.stripe.settled();
  expect((await orderOf(registrationId)).disputes).toEqual([]);
  await catchUp();
  expect((await orderOf(registrationId)).disputes).toHaveLength(1);
});

test("an event that Stripe lists as delivered, although we did not get it, is still processed", async () => {
  const { registrationId, paymentIntentId } = await paidPurchase();
  app.stripe.deliver.drop = 1;
  app.stripe.refundInDashboard(paymentIntentId, 300);
  await app.stripe.settled();
  for (const { id } of app.stripe.book().events) app.stripe.markDelivered(id);
  await catchUp();
  expect(await orderOf(registrationId)).toMatchObject({ refunded_amount: 300 });
});

test("catching up requests only events since one hour before the last run", async () => {
  await catchUp();
  const last = app.time.now;
  app.time.now = new Date(last.getTime() + 5 * 24 * 3_600_000);
  await catchUp();
  app.time.now = last;
  const lists = app.stripe.requests().filter(({ path }) => path.startsWith("/v1/events?"));
  const since = new URLSearchParams(lists.at(-1)!.path.split("?")[1]).get("created[gte]");
  expect(Number(since)).toBe(Math.floor(last.getTime() / 1000) - 3600);
  // The next tests must not start from this run, which was five days ahead.
  await app.database.db.updateTable("installation").set({ caught_up_at: null }).execute();
});

test("an event that was delivered is not processed again", async () => {
  await catchUp();
  const { paymentIntentId } = await paidPurchase();
  app.stripe.refundInDashboard(paymentIntentId);
  await app.stripe.settled();
  const requestsBefore = app.stripe.requests().length;
  await catchUp();
  // Only the list of events.
  expect(app.stripe.requests().length).toBe(requestsBefore + 1);
});

describe("an event that could not be processed", () => {
  const countStoredEvents = () =>
    app.database.db
      .selectFrom("payment_events")
      .select("event_id")
      .execute()
      .then((rows) => rows.length);

  test.each([400, 401, 403, 404, 429, 500])(
    "an event that failed because the provider answered %i is processed when it is delivered again",
    async (status) => {
      const { registrationId, paymentIntentId } = await paidPurchase();
      const before = await countStoredEvents();
      app.stripe.failNext(2, status, { path: `/v1/payment_intents/${paymentIntentId}` });
      app.stripe.dispute(paymentIntentId);
      await app.stripe.settled();
      const { type, status: responseStatus } = app.stripe.deliveries().at(-1)!;
      expect(type).toBe("charge.dispute.created");
      expect(responseStatus).toBeGreaterThanOrEqual(400);
      expect(await countStoredEvents()).toBe(before);

      // The SDK does not repeat every request, so the second failure may still be planned.
      app.stripe.failNone();
      app.stripe.redeliver();
      await app.stripe.settled();
      expect((await orderOf(registrationId)).disputes).toHaveLength(1);
      expect(await countStoredEvents()).toBe(before + 1);
    },
  );

  test("an event whose request the provider refuses does not stop the events after it", async () => {
    const first = await paidPurchase();
    const second = await paidPurchase();
    app.stripe.deliver.drop = 1;
    app.stripe.dispute(first.paymentIntentId);
    app.stripe.dispute(second.paymentIntentId);
    await app.stripe.settled();
    app.stripe.deliver.drop = 0;
    app.stripe.failNext(1, 400, { path: `/v1/payment_intents/${first.paymentIntentId}` });
    await expect(catchUp()).rejects.toThrow("1 events were not handled");
    expect((await orderOf(first.registrationId)).disputes).toEqual([]);
    expect((await orderOf(second.registrationId)).disputes).toHaveLength(1);
    await catchUp();
    expect((await orderOf(first.registrationId)).disputes).toHaveLength(1);
  });

  test("an event whose intent neither Stripe nor we have is stored, and causes no error", async () => {
    const before = await countStoredEvents();
    const delivery = { eventId: "evt_elsewhere", type: "charge.refunded", providerRef: "pi_elsewhere" };
    await app.checkout.follow(delivery);
    expect(await countStoredEvents()).toBe(before + 1);
  });
});

describe("many declined cards on one intent", () => {
  const decline = async (intentId: string, times: number) => {
    for (let time = 0; time < times; time++) app.stripe.decline(intentId);
    await app.stripe.settled();
  };
  const statusOf = (id: string) => app.stripe.book().intents.find((intent) => intent.id === id)!.status;
  const readCardsTried = () =>
    app.database.db
      .selectFrom("audit_log")
      .innerJoin("orders", "orders.id", "audit_log.entity_id")
      .select(["registration_id", "detail"])
      .where("action", "=", "cardsTried")
      .execute();

  test("the tenth declined card cancels the intent, puts its places on sale again, and is recorded once", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 1 });
    const purchase = await expressPayment(app, event.id, ticket.id);
    await decline(purchase.paymentIntentId, 9);
    expect(statusOf(purchase.paymentIntentId)).toBe("requires_payment_method");
    expect(await readCardsTried()).toEqual([]);

    // The deliveries of these two can overtake each other.
    await decline(purchase.paymentIntentId, 2);
    expect(statusOf(purchase.paymentIntentId)).toBe("canceled");
    expect(await readCardsTried()).toMatchObject([
      { registration_id: purchase.registrationId, detail: { declines: 10 } },
    ]);
    expect(await auditCounters(app.database.db)).toEqual([]);
    expect((await expressPayment(app, event.id, ticket.id)).registrationId).not.toBe(purchase.registrationId);
  });

  test("an order is paid when the buyer's tenth card is accepted", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { registrationId, paymentIntentId } = await expressPayment(app, event.id, ticket.id);
    await decline(paymentIntentId, 9);
    app.stripe.pay(paymentIntentId);
    await app.stripe.settled();
    expect(await orderOf(registrationId)).toMatchObject({ payment_status: "paid" });
  });

  test("the tenth declined card also cancels the intent of a donation, which holds no places", async () => {
    const event = await buildEvent(app.database.db);
    const sponsorData = { firstName: "Ada", email: "ada@example.org" };
    const donation = { eventId: event.id, amount: 500, sponsorData };
    const { sponsorship, accessKey } = (await app.ask("sponsorship/create", { body: donation })).payload;
    const start = () =>
      app.ask("sponsorship/createSponsorshipPaymentIntent", {
        body: { sponsorshipId: sponsorship.id, accessKey },
      });
    const { paymentIntentId } = (await start()).payload;
    await decline(paymentIntentId, 10);
    expect(statusOf(paymentIntentId)).toBe("canceled");
    expect((await start()).code).toBe("holdExpired");
  });
});
