import { afterAll, beforeAll, expect, test } from "vitest";
import { houseTasks } from "../tasks.ts";
import { buildEvent, buildTicket } from "../testing/builders.ts";
import { expressPayment } from "../testing/buying.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp();
});
afterAll(() => app.close());

const transport = { kind: "outbox", send: async () => {}, close: () => {} } as const;
const catchUp = () => houseTasks(app, transport).catchUp!({});

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
    .select(["payment_status", "orders.refunded_amount", "attention"])
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

  const asked = app.stripe.requests().length;
  await catchUp();
  // It is still undelivered to Stripe, and known to us: only the list is asked for.
  expect(
    app.stripe
      .requests()
      .slice(asked)
      .map(({ path }) => path.split("?")[0]),
  ).toEqual(["/v1/events"]);
});

test("a dispute that was never told is a case for staff", async () => {
  const { registrationId, paymentIntentId } = await paid();
  app.stripe.deliver.drop = 1;
  app.stripe.dispute(paymentIntentId);
  await app.stripe.settled();
  expect((await orderOf(registrationId)).attention).toBeNull();
  await catchUp();
  expect((await orderOf(registrationId)).attention).not.toBeNull();
});

test("what was delivered is not asked about again", async () => {
  await catchUp();
  const { paymentIntentId } = await paid();
  app.stripe.refundInDashboard(paymentIntentId);
  await app.stripe.settled();
  const asked = app.stripe.requests().length;
  await catchUp();
  expect(app.stripe.requests().length).toBe(asked + 1);
});
