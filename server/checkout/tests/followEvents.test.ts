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

async function paid() {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id);
  const bought = await expressPayment(app, event.id, ticket.id);
  app.stripe.deliver.drop = 0;
  app.stripe.pay(bought.paymentIntentId);
  await app.stripe.settled();
  return bought;
}

const orderOf = (registrationId: number) =>
  app.database.db
    .selectFrom("orders")
    .innerJoin("payments", "payments.id", "orders.payment_id")
    .select(["payment_status", "orders.refunded_amount", "disputes"])
    .where("registration_id", "=", registrationId)
    .executeTakeFirstOrThrow();

test("a refund in the dashboard whose delivery never comes is followed all the same, once", async () => {
  const { registrationId, paymentIntentId } = await paid();
  app.stripe.deliver.drop = 1;
  app.stripe.refundInDashboard(paymentIntentId, 700);
  await app.stripe.settled();
  expect(await orderOf(registrationId)).toMatchObject({ refunded_amount: 0 });

  await catchUp();
  expect(await orderOf(registrationId)).toMatchObject({ payment_status: "paid", refunded_amount: 700 });

  const request = app.stripe.requests().length;
  await catchUp();
  // It is listed again but known, so only the list is requested.
  expect(
    app.stripe
      .requests()
      .slice(request)
      .map(({ path }) => path.split("?")[0]),
  ).toEqual(["/v1/events"]);
});

test("a dispute that was never told is a case for staff", async () => {
  const { registrationId, paymentIntentId } = await paid();
  app.stripe.deliver.drop = 1;
  app.stripe.dispute(paymentIntentId);
  await app.stripe.settled();
  expect((await orderOf(registrationId)).disputes).toEqual([]);
  await catchUp();
  expect((await orderOf(registrationId)).disputes).toHaveLength(1);
});

test("an event that had no address to go to counts as delivered, and is followed all the same", async () => {
  const { registrationId, paymentIntentId } = await paid();
  app.stripe.deliver.drop = 1;
  app.stripe.refundInDashboard(paymentIntentId, 300);
  await app.stripe.settled();
  for (const { id } of app.stripe.book().events) app.stripe.markDelivered(id);
  await catchUp();
  expect(await orderOf(registrationId)).toMatchObject({ refunded_amount: 300 });
});

test("only events since an hour before the last time are asked for", async () => {
  await catchUp();
  const last = app.time.now;
  app.time.now = new Date(last.getTime() + 5 * 24 * 3_600_000);
  await catchUp();
  app.time.now = last;
  const lists = app.stripe.requests().filter(({ path }) => path.startsWith("/v1/events?"));
  const since = new URLSearchParams(lists.at(-1)!.path.split("?")[1]).get("created[gte]");
  expect(Number(since)).toBe(Math.floor(last.getTime() / 1000) - 3600);
  await app.database.db.updateTable("installation").set({ caught_up_at: null }).execute();
});

test("what was delivered is not asked about again", async () => {
  await catchUp();
  const { paymentIntentId } = await paid();
  app.stripe.refundInDashboard(paymentIntentId);
  await app.stripe.settled();
  const request = app.stripe.requests().length;
  await catchUp();
  expect(app.stripe.requests().length).toBe(request + 1);
});

describe("an event that could not be looked at", () => {
  const remembered = () =>
    app.database.db
      .selectFrom("payment_events")
      .select("event_id")
      .execute()
      .then((rows) => rows.length);

  test.each([400, 401, 403, 404, 429, 500])(
    "because the provider answered %i is delivered again, and followed then",
    async (status) => {
      const { registrationId, paymentIntentId } = await paid();
      const before = await remembered();
      app.stripe.failNext(2, status, { path: `/v1/payment_intents/${paymentIntentId}` });
      app.stripe.dispute(paymentIntentId);
      await app.stripe.settled();
      const { type, status: answered } = app.stripe.deliveries().at(-1)!;
      expect(type).toBe("charge.dispute.created");
      expect(answered).toBeGreaterThanOrEqual(400);
      expect(await remembered()).toBe(before);

      // The SDK retries where that may help. Remaining failures are left.
      app.stripe.failNone();
      app.stripe.redeliver();
      await app.stripe.settled();
      expect((await orderOf(registrationId)).disputes).toHaveLength(1);
      expect(await remembered()).toBe(before + 1);
    },
  );

  test("is no reason to follow none of those after it", async () => {
    const first = await paid();
    const second = await paid();
    app.stripe.deliver.drop = 1;
    app.stripe.dispute(first.paymentIntentId);
    app.stripe.dispute(second.paymentIntentId);
    await app.stripe.settled();
    app.stripe.deliver.drop = 0;
    app.stripe.failNext(1, 400, { path: `/v1/payment_intents/${first.paymentIntentId}` });
    await expect(catchUp()).rejects.toThrow("1 events were not followed");
    expect((await orderOf(first.registrationId)).disputes).toEqual([]);
    expect((await orderOf(second.registrationId)).disputes).toHaveLength(1);
    await catchUp();
    expect((await orderOf(first.registrationId)).disputes).toHaveLength(1);
  });

  test("because neither the account nor we have its intent is remembered and not delivered again", async () => {
    const before = await remembered();
    const delivery = { eventId: "evt_elsewhere", type: "charge.refunded", providerRef: "pi_elsewhere" };
    await app.checkout.follow(delivery);
    expect(await remembered()).toBe(before + 1);
  });
});

describe("cards that are tried out on one intent", () => {
  const decline = async (intentId: string, times: number) => {
    for (let time = 0; time < times; time++) app.stripe.decline(intentId);
    await app.stripe.settled();
  };
  const intentOf = (id: string) => app.stripe.book().intents.find((intent) => intent.id === id)!.status;
  const stopped = () =>
    app.database.db
      .selectFrom("audit_log")
      .innerJoin("orders", "orders.id", "audit_log.entity_id")
      .select(["registration_id", "detail"])
      .where("action", "=", "cardsTried")
      .execute();

  test("are stopped at the tenth: its places are on sale again, and staff read why, once", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id, { maxStock: 1 });
    const bought = await expressPayment(app, event.id, ticket.id);
    await decline(bought.paymentIntentId, 9);
    expect(intentOf(bought.paymentIntentId)).toBe("requires_payment_method");
    expect(await stopped()).toEqual([]);

    // Deliveries of the last ones overtake each other.
    await decline(bought.paymentIntentId, 2);
    expect(intentOf(bought.paymentIntentId)).toBe("canceled");
    expect(await stopped()).toMatchObject([
      { registration_id: bought.registrationId, detail: { declines: 10 } },
    ]);
    expect(await auditCounters(app.database.db)).toEqual([]);
    expect((await expressPayment(app, event.id, ticket.id)).registrationId).not.toBe(bought.registrationId);
  });

  test("leave a buyer who has the right one at the tenth try their tickets", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { registrationId, paymentIntentId } = await expressPayment(app, event.id, ticket.id);
    await decline(paymentIntentId, 9);
    app.stripe.pay(paymentIntentId);
    await app.stripe.settled();
    expect(await orderOf(registrationId)).toMatchObject({ payment_status: "paid" });
  });

  test("are stopped on a donation too, for which nothing is kept", async () => {
    const event = await buildEvent(app.database.db);
    const sponsorData = { firstName: "Ada", email: "ada@example.org" };
    const gift = { eventId: event.id, amount: 500, sponsorData };
    const { sponsorship, accessKey } = (await app.ask("sponsorship/create", { body: gift })).payload;
    const begin = () =>
      app.ask("sponsorship/createSponsorshipPaymentIntent", {
        body: { sponsorshipId: sponsorship.id, accessKey },
      });
    const { paymentIntentId } = (await begin()).payload;
    await decline(paymentIntentId, 10);
    expect(intentOf(paymentIntentId)).toBe("canceled");
    expect((await begin()).code).toBe("holdExpired");
  });
});
