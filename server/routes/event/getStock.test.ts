import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildWorld } from "../../testing/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("staff sees what is sold, held and left of tickets and extras, inactive ones too", async () => {
  const world = await buildWorld(app);
  const told = await app.ask("event/getStock", {
    token: world.tokens.admin,
    query: { eventId: world.event.id },
  });
  // The pending order has two places, the two holds one each; the free ticket was had once.
  expect(told.payload.tickets).toEqual([
    { ticketId: world.ticketId, sold: 0, held: 4, left: 96 },
    { ticketId: world.freeTicketId, sold: 1, held: 0, left: 99 },
    { ticketId: world.inactiveTicketId, sold: 0, held: 0, left: 100 },
  ]);
  expect(told.payload.extras).toEqual([{ extrasId: world.extrasId, sold: 0, held: 0, left: 50 }]);
});
