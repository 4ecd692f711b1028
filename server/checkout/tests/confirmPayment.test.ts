import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { placeTestOrder } from "../../testing/buying.ts";
import { openStartedPayments } from "../confirmPayment.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("payments that are looked up at the same time each have their own order and owner", async () => {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 2500, maxStock: 10 });
  const payments = [];
  for (const buyer of ["mia", "ben", "cleo"]) {
    const ordered = await placeTestOrder(app, event.id, ticket.id, 1, `${buyer}@example.org`);
    const { accessKey, order: placed } = ordered;
    const orderId = placed.id;
    const started = await app.services.checkout.startPayment({ orderId, accessKey }, null, null);
    payments.push({ orderId, accessKey, ref: started.paymentIntentId, email: `${buyer}@example.org` });
  }
  const find = openStartedPayments(db, "test");
  const refs = [...payments.map(({ ref }) => ref), payments[0]!.ref, "pi_nobody's"];
  const concurrent = await Promise.all(refs.map(find));
  const sequential = [];
  for (const ref of refs) sequential.push(await find(ref));
  expect(concurrent).toEqual(sequential);
  expect(concurrent.at(-1)).toBeNull();
  expect(concurrent[3]).toEqual(concurrent[0]);
  expect(
    concurrent.slice(0, 3).map((one) => [one?.order.id, one?.owner.accessKey, one?.owner.email]),
  ).toEqual(payments.map(({ orderId, accessKey, email }) => [orderId, accessKey, email]));
});
