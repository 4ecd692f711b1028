/** An attacker holds places without paying. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildEvent, buildTicket } from "../../server/testing/builders.ts";
import { card, people } from "../../server/testing/buying.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limited: true, trustProxy: 1 });
});
afterAll(() => app.close());

async function openSale(maxStock: number, price = 2500) {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { maxStock, price });
  const from = (client: string) => ({ headers: { "x-forwarded-for": client } });
  const hold = (client: string, quantity: number) =>
    app.ask("registration/initRegistration", {
      body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity }] },
      ...from(client),
    });
  const buy = async (client: string, quantity: number) => {
    const held = await hold(client, quantity);
    if (held.status !== 200) return held.code;
    const { registration, accessKey } = held.payload;
    const proof = { registrationId: registration.id, accessKey };
    const attendees = people(ticket.id, quantity, `buyer${registration.id}@example.org`);
    await app.ask("registration/save", { body: { ...proof, attendees }, ...from(client) });
    const placed = await app.ask("order/createOrder", { body: proof, ...from(client) });
    const orderId = placed.payload.order.id;
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId, accessKey },
      ...from(client),
    });
    const { paymentIntentId } = started.payload;
    const body = { paymentIntentId, accessKey, card: card() };
    const paid = await app.ask("stripe/confirm-payment", { body, ...from(client) });
    return paid.code ?? paid.payload.order.paymentStatus;
  };
  return { hold, buy, eventId: event.id, ticketId: ticket.id };
}

test("one client can hold only twenty of a hundred places at a time, and another client can hold some too", async () => {
  const { hold } = await openSale(100);
  const replies = await Promise.all(Array.from({ length: 10 }, () => hold("2001:db8:0:1::1", 10)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = replies.find(({ status }) => status === 429)!;
  expect(refused.msg).toMatch(/^Your network already holds 20 places that are not paid yet/);
  expect(refused.headers["retry-after"]).toBe("60");
  expect((await hold("192.0.2.7", 10)).status).toBe(200);
});

test("a client cannot hold more places by saving the names of attendees", async () => {
  const { hold, ticketId } = await openSale(60);
  const { registration, accessKey } = (await hold("192.0.2.1", 10)).payload;
  await hold("192.0.2.1", 10);
  const attendees = people(ticketId, 10);
  await app.ask("registration/save", { body: { registrationId: registration.id, accessKey, attendees } });
  expect((await hold("192.0.2.1", 1)).status).toBe(429);
});

test("an expired hold no longer counts for its client, even before the sweep releases it", async () => {
  const { hold } = await openSale(60);
  await hold("192.0.2.1", 10);
  await hold("192.0.2.1", 10);
  expect((await hold("192.0.2.1", 10)).status).toBe(429);
  const before = app.time.now;
  app.time.now = new Date(before.getTime() + 3_600_000);
  expect((await hold("192.0.2.1", 10)).status).toBe(200);
  app.time.now = before;
});

test("buyers behind one IP address can buy a whole event, and their paid registrations do not store the address", async () => {
  const { buy, eventId } = await openSale(80);
  const outcomes: (string | undefined)[] = [];
  // Paid places no longer count as held by the address.
  for (let round = 0; round < 8; round++)
    outcomes.push(...(await Promise.all([2, 2, 2, 2, 2].map((quantity) => buy("198.51.100.1", quantity)))));
  expect(outcomes).toEqual(Array.from({ length: 40 }, () => "paid"));
  const { rows } = await sql<{ state: string; client: string | null }>`
    select distinct state, client from registrations where event_id = ${eventId}`.execute(app.database.db);
  expect(rows).toEqual([{ state: "active", client: null }]);
});
