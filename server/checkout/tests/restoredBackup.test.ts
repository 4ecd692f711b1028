import { afterAll, beforeAll, expect, test } from "vitest";
import { unknownPayments } from "../../orders/cases.ts";
import { backgroundTasks } from "../../tasks.ts";
import { ask, type TestApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { expressPayment } from "../../testing/buying.ts";
import { backupOf } from "../../testing/database.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp();
});
afterAll(() => app.close());

test("payments made after the backup become cases for staff, and later refunds of earlier payments are recorded", async () => {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id);
  const buy = async () => {
    const purchase = await expressPayment(app, event.id, ticket.id);
    app.stripe.pay(purchase.paymentIntentId);
    await app.stripe.settled();
    return purchase;
  };
  const stored = await buy();
  const backup = await backupOf(app.database);
  app.others.push({ close: backup.drop });

  const lostPayments = [await buy(), await buy()];
  app.stripe.refundInDashboard(stored.paymentIntentId, 300);
  await app.stripe.settled();

  const restored = await anotherNode(app, backup.url);
  expect(await unknownPayments(restored.services.db)).toEqual([]);
  // These payments get the ids of the lost ones, which must not count for them.
  const shop: TestApp = { ...app, ...restored, ask: (name, request) => ask(restored, name, request) };
  const nextPayments = [
    await expressPayment(shop, event.id, ticket.id),
    await expressPayment(shop, event.id, ticket.id),
  ];
  for (let run = 0; run < 2; run++) await backgroundTasks(restored).catchUp!({});

  const found = await unknownPayments(restored.services.db);
  expect(found).toHaveLength(lostPayments.length);
  expect(new Set(found.map(({ providerRef }) => providerRef))).toEqual(
    new Set(lostPayments.map(({ paymentIntentId }) => paymentIntentId)),
  );
  const orderOf = ({ registrationId }: { registrationId: number }) =>
    restored.services.db
      .selectFrom("orders")
      .select(["payment_status", "refunded_amount"])
      .where("registration_id", "=", registrationId)
      .executeTakeFirstOrThrow();
  expect(await orderOf(stored)).toEqual({ payment_status: "paid", refunded_amount: 300 });
  for (const one of nextPayments)
    expect(await orderOf(one)).toEqual({ payment_status: "pending", refunded_amount: 0 });
});
