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

/** An event with two places, both held. The node has already refused a request. */
async function soldOutEvent(capacity: number | null = null) {
  const event = await buildEvent(db(), { capacity });
  const ticket = await buildTicket(db(), event.id, { maxStock: capacity === null ? 2 : 50 });
  const first = await hold(app, event.id, ticket.id);
  await hold(app, event.id, ticket.id);
  const wish = (node: Pick<AppWithCheckout, "http"> = app, more: { key?: string; quantity?: number } = {}) =>
    ask(node, "registration/initRegistration", {
      body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: more.quantity ?? 1 }] },
      ...(more.key === undefined ? {} : { headers: { "idempotency-key": more.key } }),
    });
  for (let time = 0; time < 2; time++) expect(await wish()).toMatchObject({ status: 409, code: "soldOut" });
  return { event, ticket, first, wish };
}

describe("after a sell-out", () => {
  test("those who come are told so while somebody else has the event locked, and all in the same words", async () => {
    const { event, ticket, wish } = await soldOutEvent();
    const locked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const busy = inTransaction(db(), async (tx) => {
      await sql`select id from events where id = ${event.id} for update`.execute(tx);
      locked.resolve();
      await answer.promise;
    });
    await locked.promise;
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => wish()),
      wish(app, { key: "a-key-of-its-own" }),
    ]);
    answer.resolve();
    await busy;
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 409,
        code: "soldOut",
        payload: { available: { [ticket.id]: 0 } },
      });
  });

  test.each<[string, (sold: Awaited<ReturnType<typeof soldOutEvent>>) => Promise<unknown>]>([
    [
      "a buyer lets go of it on another node",
      ({ first }) =>
        ask(other, "registration/releaseHold", {
          body: { registrationId: first.registration.id, accessKey: first.accessKey },
        }),
    ],
    [
      "its hold ends and nobody has swept",
      ({ first }) =>
        sql`update registrations set expires_at = ${app.time.now} where id = ${first.registration.id}`.execute(
          db(),
        ),
    ],
    [
      "staff sell more",
      ({ ticket }) => sql`update tickets set max_stock = max_stock + 1 where id = ${ticket.id}`.execute(db()),
    ],
  ])("a place is sold to the next who asks as soon as %s", async (_how, returns) => {
    const sold = await soldOutEvent();
    await returns(sold);
    expect(await sold.wish()).toMatchObject({ status: 200 });
    expect(await sold.wish()).toMatchObject({ status: 409, code: "soldOut" });
    expect(await auditCounters(db())).toEqual([]);
  });

  test("of a whole event, a place is sold as soon as it has more room", async () => {
    const { event, wish } = await soldOutEvent(2);
    await sql`update events set capacity = 3 where id = ${event.id}`.execute(db());
    expect(await wish()).toMatchObject({ status: 200 });
    expect(await wish()).toMatchObject({ status: 409, code: "soldOut" });
  });

  test("one place that returns is sold once to those who rush for it on two nodes", async () => {
    const { first, wish, ticket } = await soldOutEvent();
    expect(await wish(other)).toMatchObject({ code: "soldOut" });
    await app.ask("registration/releaseHold", {
      body: { registrationId: first.registration.id, accessKey: first.accessKey },
    });
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => wish(n % 2 === 0 ? app : other)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === "soldOut")).toHaveLength(39);
    const { rows } = await sql<{ held: number }>`select held from tickets where id = ${ticket.id}`.execute(
      db(),
    );
    expect(rows[0]!.held).toBe(2);
    expect(await auditCounters(db())).toEqual([]);
  });

  test("whoever had got a place is told of it again under the same key", async () => {
    const event = await buildEvent(db());
    const ticket = await buildTicket(db(), event.id, { maxStock: 1 });
    const mine = () =>
      app.ask("registration/initRegistration", {
        body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
        headers: { "idempotency-key": "the-last-place-is-mine" },
      });
    const granted = await mine();
    const anybody = () =>
      app.ask("registration/initRegistration", {
        body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
      });
    for (let time = 0; time < 2; time++) expect(await anybody()).toMatchObject({ code: "soldOut" });
    const again = await mine();
    expect(again.status).toBe(200);
    expect(again.payload).toEqual(granted.payload);
  });

  test("what is wrong with a wish, or with the event, is still told as what it is", async () => {
    const { event, wish } = await soldOutEvent();
    expect(await wish(app, { quantity: 9_999 })).toMatchObject({ status: 400, code: "invalidInput" });
    await sql`update events set cancelled_at = ${app.time.now} where id = ${event.id}`.execute(db());
    expect(await wish()).toMatchObject({ code: "salesClosed" });
  });
});
