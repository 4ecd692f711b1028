import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { order } from "../../testing/buying.ts";
import { openStartedPayments } from "../confirmPayment.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("payments that are asked for at the same time tell each of its own order and owner", async () => {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 2500, maxStock: 10 });
  const begun = [];
  for (const buyer of ["mia", "ben", "cleo"]) {
    const ordered = await order(app, event.id, ticket.id, 1, `${buyer}@example.org`);
    const { accessKey, order: its } = ordered;
    const started = await app.services.checkout.startPayment({ orderId: its.id, accessKey }, null);
    begun.push({ orderId: its.id, accessKey, ref: started.paymentIntentId, email: `${buyer}@example.org` });
  }
  const find = openStartedPayments(db, "test");
  const wanted = [...begun.map(({ ref }) => ref), begun[0]!.ref, "pi_nobody's"];
  const together = await Promise.all(wanted.map(find));
  const alone = [];
  for (const ref of wanted) alone.push(await find(ref));
  expect(together).toEqual(alone);
  expect(together.at(-1)).toBeNull();
  expect(together[3]).toEqual(together[0]);
  expect(together.slice(0, 3).map((one) => [one?.order.id, one?.owner.accessKey, one?.owner.email])).toEqual(
    begun.map(({ orderId, accessKey, email }) => [orderId, accessKey, email]),
  );
});
