import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { ask } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold } from "../../testing/buying.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";

let app: StripeApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await stripeApp({ max: 20 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

const db = () => app.database.db;

async function soldOutEvent(capacity: number | null = null) {
  const event = await buildEvent(db(), { capacity });
  const ticket = await buildTicket(db(), event.id, { maxStock: capacity === null ? 2 : 50 });
  const first = await hold(app, event.id, ticket.id);
  await hold(app, event.id, ticket.id);
  const requestHold = (
    node: Pick<AppWithCheckout, "http"> = app,
    more: { key?: string; quantity?: number } = {},
  ) =>
    ask(node, "registration/initRegistration", {
      body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: more.quantity ?? 1 }] },
      ...(more.key === undefined ? {} : { headers: { "idempotency-key": more.key } }),
    });
  // The node decides the second request without the lock.
  for (let time = 0; time < 2; time++)
    expect(await requestHold()).toMatchObject({ status: 409, code: "soldOut" });
  return { event, ticket, first, requestHold };
}

describe("after a sell-out", () => {
  test("after a sell-out, requests without a code get the same soldOut reply while the event is locked", async () => {
    const { event, ticket, requestHold } = await soldOutEvent();
    const locked = Promise.withResolvers<void>();
    const unlock = Promise.withResolvers<void>();
    const lockedTransaction = inTransaction(db(), async (tx) => {
      await sql`select id from events where id = ${event.id} for update`.execute(tx);
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => requestHold()),
      requestHold(app, { key: "a-key-of-its-own" }),
    ]);
    unlock.resolve();
    await lockedTransaction;
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 409,
        code: "soldOut",
        payload: { available: { [ticket.id]: 0 } },
      });
  });

  test.each<[string, (sold: Awaited<ReturnType<typeof soldOutEvent>>) => Promise<unknown>]>([
    [
      "a buyer releases it on another node",
      ({ first }) =>
        ask(other, "registration/releaseHold", {
          body: { registrationId: first.registration.id, accessKey: first.accessKey },
        }),
    ],
    [
      "its hold has ended, even without a sweep",
      ({ first }) =>
        sql`update registrations set expires_at = ${app.time.now} where id = ${first.registration.id}`.execute(
          db(),
        ),
    ],
    [
      "staff raise the ticket's stock",
      ({ ticket }) => sql`update tickets set max_stock = max_stock + 1 where id = ${ticket.id}`.execute(db()),
    ],
  ])("a place goes to the next buyer as soon as %s", async (_how, freePlace) => {
    const sold = await soldOutEvent();
    await freePlace(sold);
    expect(await sold.requestHold()).toMatchObject({ status: 200 });
    expect(await sold.requestHold()).toMatchObject({ status: 409, code: "soldOut" });
    expect(await auditCounters(db())).toEqual([]);
  });

  test("a place can be held as soon as staff raise the event's capacity", async () => {
    const { event, requestHold } = await soldOutEvent(2);
    await sql`update events set capacity = 3 where id = ${event.id}`.execute(db());
    expect(await requestHold()).toMatchObject({ status: 200 });
    expect(await requestHold()).toMatchObject({ status: 409, code: "soldOut" });
  });

  test("one released place is held once when 40 requests on two nodes ask for it", async () => {
    const { first, requestHold, ticket } = await soldOutEvent();
    expect(await requestHold(other)).toMatchObject({ code: "soldOut" });
    await app.ask("registration/releaseHold", {
      body: { registrationId: first.registration.id, accessKey: first.accessKey },
    });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => requestHold(n % 2 === 0 ? app : other)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === "soldOut")).toHaveLength(39);
    const { rows } = await sql<{ held: number }>`select held from tickets where id = ${ticket.id}`.execute(
      db(),
    );
    expect(rows[0]!.held).toBe(2);
    expect(await auditCounters(db())).toEqual([]);
  });

  test("a buyer who got the last place gets the same reply again with the same Idempotency-Key", async () => {
    const event = await buildEvent(db());
    const ticket = await buildTicket(db(), event.id, { maxStock: 1 });
    const requestWithKey = () =>
      app.ask("registration/initRegistration", {
        body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
        headers: { "idempotency-key": "the-last-place-is-mine" },
      });
    const granted = await requestWithKey();
    const requestWithoutKey = () =>
      app.ask("registration/initRegistration", {
        body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
      });
    for (let time = 0; time < 2; time++) expect(await requestWithoutKey()).toMatchObject({ code: "soldOut" });
    const again = await requestWithKey();
    expect(again.status).toBe(200);
    expect(again.payload).toEqual(granted.payload);
  });

  test("after a sell-out, an invalid request and a cancelled event still get their own error codes", async () => {
    const { event, requestHold } = await soldOutEvent();
    expect(await requestHold(app, { quantity: 9_999 })).toMatchObject({ status: 400, code: "invalidInput" });
    await sql`update events set cancelled_at = ${app.time.now} where id = ${event.id}`.execute(db());
    expect(await requestHold()).toMatchObject({ code: "salesClosed" });
  });
});
