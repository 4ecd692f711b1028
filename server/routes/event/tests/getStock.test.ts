import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket, buildUser } from "../../../testing/builders.ts";
import { hold, placeTestOrder } from "../../../testing/buying.ts";
import { openSession } from "../../../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("staff see what is sold, held and left of tickets and extras, inactive ones included", async () => {
  const { db } = app.database;
  const event = await buildEvent(db);
  const free = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
  const inactive = await buildTicket(db, event.id, { isActive: false });
  const extras = await buildExtras(db, event.id, { maxStock: null });
  await placeTestOrder(app, event.id, free.id, 2);
  await hold(app, event.id, free.id, 3);
  const admin = await buildUser(db, ADMIN, event.clubId);
  const reply = await app.ask("event/getStock", {
    token: await openSession(db, admin.id, app.time.now),
    query: { eventId: event.id },
  });
  expect(reply.payload.tickets).toEqual([
    { ticketId: free.id, sold: 2, held: 3, left: 5 },
    { ticketId: inactive.id, sold: 0, held: 0, left: 100 },
  ]);
  expect(reply.payload.extras).toEqual([{ extrasId: extras.id, sold: 0, held: 0, left: null }]);
});
