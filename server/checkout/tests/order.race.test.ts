import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { type Db, inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import type { ReserveRequest } from "../../holds/reservation.ts";
import { reserveAll } from "../../holds/reserve.ts";
import { lockPlaces, readPlaces } from "../../holds/rows.ts";
import { registrationById } from "../../registrations/rows.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, holdRequest } from "../../testing/builders.ts";
import { hold, people } from "../../testing/buying.ts";
import { barrier } from "../../testing/meeting.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { lockNoRegistrations } from "../../testing/unlocked.ts";
import { placeOrders } from "../placeOrder.ts";
import { saveAllPeople } from "../savePeople.ts";

let app: TestApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await testApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

async function openSale(node: { database: { db: Db } }, maxStock: number) {
  const event = await buildEvent(node.database.db);
  const ticket = await buildTicket(node.database.db, event.id, { price: 0, maxStock });
  return { eventId: event.id, ticketId: ticket.id };
}

async function holdWithPeople(node: TestApp, { eventId, ticketId }: { eventId: number; ticketId: number }) {
  const { registration, accessKey } = await hold(node, eventId, ticketId);
  const proof = { registrationId: registration.id, accessKey };
  await node.ask("registration/save", { body: { ...proof, attendees: people(ticketId) } });
  return proof;
}

const expressRequest = (eventId: number, ticketId: number): ReserveRequest => ({
  ...holdRequest(eventId, ticketId),
  express: {
    attendees: [{ ticketId, firstName: "Mia", lastName: "", email: "mia@example.org" }],
    additionalFields: {},
    totalAmount: undefined,
  },
});

describe("the last place, wanted by a hold and two express registrations at the same time", () => {
  test("the last place goes to exactly one of three concurrent requests, 30 times", async () => {
    for (let round = 0; round < 30; round++) {
      const { eventId, ticketId } = await openSale(app, 1);
      const tickets = [{ ticketId, quantity: 1 }];
      const express = { eventId, tickets, attendees: people(ticketId) };
      const replies = await Promise.all([
        ask(app, "registration/express", { body: express }),
        ask(other, "registration/initRegistration", { body: { eventId, tickets } }),
        ask(other, "registration/express", { body: express }),
      ]);
      expect(replies.map(({ status, code }) => code ?? String(status)).sort()).toEqual([
        "200",
        "soldOut",
        "soldOut",
      ]);
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks and the constraint, the last place goes to all three requests", async () => {
    const node = await testApp();
    try {
      await sql`alter table tickets drop constraint tickets_stock`.execute(node.database.db);
      const { eventId, ticketId } = await openSale(node, 1);
      const waitForAll = barrier(3);
      const reserve = (request: ReserveRequest) =>
        inTransaction(node.database.db, (tx) =>
          reserveAll(tx, [request], {
            now: new Date(),
            lockRows: async (inTx, ids) => {
              const places = await readPlaces(inTx, ids, { lock: false });
              await waitForAll();
              return places;
            },
          }),
        );
      const outcomes = await Promise.all([
        reserve(expressRequest(eventId, ticketId)),
        reserve(holdRequest(eventId, ticketId)),
        reserve(expressRequest(eventId, ticketId)),
      ]);
      expect(outcomes.flat().filter((outcome) => "reply" in outcome)).toHaveLength(3);
      expect((await auditCounters(node.database.db)).map(({ what }) => what)).toContain("ticket oversold");
    } finally {
      await node.close();
    }
  });
});

describe("a free order placed by several concurrent requests", () => {
  test("a free order placed by eight concurrent requests is one order with one set of tickets and one mail", async () => {
    const sale = await openSale(app, 10);
    const proof = await holdWithPeople(app, sale);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ask([app, other][index % 2]!, "order/createOrder", { body: proof }),
      ),
    );
    expect(new Set(replies.map(({ payload }) => payload.order.orderNumber)).size).toBe(1);
    expect(replies.map(({ payload }) => payload.clientSecret)).toEqual(replies.map(() => "no-stripe"));
    const mails = await app.database.db
      .selectFrom("mails")
      .select("key")
      .where("key", "like", `tickets:${proof.registrationId}:%`)
      .execute();
    expect(mails).toHaveLength(1);
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId: sale.eventId } }))
      .payload;
    expect(stock?.currentStock).toBe(9);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the lock, the index alone refuses a second order; without lock and index, there are two orders", async () => {
    const node = await testApp();
    try {
      const place = async () => {
        const sale = await openSale(node, 10);
        const proof = await holdWithPeople(node, sale);
        // Without other held places a constraint would refuse the wrong counter.
        await hold(node, sale.eventId, sale.ticketId, 5);
        const lock = lockNoRegistrations(barrier(2));
        const placeRequest = { body: proof, idempotency: null, now: node.time.now };
        const outcomes = await Promise.allSettled(
          [1, 2].map(() => inTransaction(node.database.db, (tx) => placeOrders(tx, [placeRequest], lock))),
        );
        return outcomes.map(({ status }) => status).sort();
      };
      expect(await place()).toEqual(["fulfilled", "rejected"]);
      expect(await auditCounters(node.database.db)).toEqual([]);
      await sql`drop index orders_one_per_registration`.execute(node.database.db);
      expect(await place()).toEqual(["fulfilled", "fulfilled"]);
      expect((await auditCounters(node.database.db)).map(({ what }) => what)).toContain("ticket sold");
    } finally {
      await node.close();
    }
  });
});

describe("people changed while their free order is placed", () => {
  const leo = (ticketId: number) => [{ ticketId, firstName: "Leo", lastName: "", email: "leo@example.org" }];

  async function ticketsOf(db: Db, registrationId: number) {
    const attendees = await db
      .selectFrom("attendees")
      .select("email")
      .where("registration_id", "=", registrationId)
      .execute();
    const mails = await db
      .selectFrom("mails")
      .select("recipient")
      .where("key", "like", `tickets:${registrationId}:%`)
      .execute();
    return {
      attendees: attendees.map(({ email }) => email),
      mailed: mails.map(({ recipient }) => recipient),
    };
  }

  test("when people change during a free order, the mailed person has the ticket, 30 times", async () => {
    const sale = await openSale(app, 100);
    for (let round = 0; round < 30; round++) {
      const proof = await holdWithPeople(app, sale);
      const attempts = [
        () => ask(app, "order/createOrder", { body: proof }),
        () => ask(other, "registration/save", { body: { ...proof, attendees: leo(sale.ticketId) } }),
      ];
      if (round % 2 === 1) attempts.reverse();
      const replies = await Promise.all(attempts.map((attempt) => attempt()));
      const [placed, saved] = round % 2 === 1 ? replies.toReversed() : replies;
      expect(placed!.status).toBe(200);
      const email = saved!.status === 200 ? "leo@example.org" : "mia@example.org";
      if (saved!.status !== 200) expect(saved).toMatchObject({ status: 409, code: "alreadyPaid" });
      expect(await ticketsOf(app.database.db, proof.registrationId)).toEqual({
        attendees: [email],
        mailed: [email],
      });
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the lock, a ticket is mailed to somebody who no longer has one", async () => {
    const sale = await openSale(app, 10);
    const proof = await holdWithPeople(app, sale);
    const { registrationId } = proof;
    const body = { ...proof, attendees: leo(sale.ticketId) };
    await inTransaction(app.database.db, (tx) =>
      saveAllPeople(tx, [{ body, now: app.time.now }], async (inTx) => {
        const read = await registrationById(inTx, registrationId);
        await ask(other, "order/createOrder", { body: proof });
        return [read!];
      }),
    );
    expect(await ticketsOf(app.database.db, registrationId)).toEqual({
      attendees: ["leo@example.org"],
      mailed: ["mia@example.org"],
    });
  });
});

describe("one Idempotency-Key used by several concurrent requests", () => {
  const twentyTimes = <T>(request: (node: Pick<AppWithCheckout, "http">) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => request([app, other][index % 2]!)));

  test("twenty concurrent requests with one Idempotency-Key take the places once and get the same hold", async () => {
    const { eventId, ticketId } = await openSale(app, 100);
    const body = { eventId, tickets: [{ ticketId, quantity: 2 }] };
    const headers = { "idempotency-key": "hold-once-please" };
    const replies = await twentyTimes((node) =>
      ask(node, "registration/initRegistration", { body, headers }),
    );
    expect(new Set(replies.map((one) => JSON.stringify([one.status, one.payload]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
    expect(stock?.currentStock).toBe(98);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("twenty concurrent express requests with one Idempotency-Key register once and get the same tickets", async () => {
    const { eventId, ticketId } = await openSale(app, 100);
    const body = { eventId, tickets: [{ ticketId, quantity: 1 }], attendees: people(ticketId) };
    const headers = { "idempotency-key": "express-once-please" };
    const replies = await twentyTimes((node) => ask(node, "registration/express", { body, headers }));
    expect(new Set(replies.map((one) => JSON.stringify([one.status, one.payload]))).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, payload: { registration: { state: "active" } } });
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
    expect(stock?.currentStock).toBe(99);
  });

  test("twenty concurrent order requests with one Idempotency-Key create one order", async () => {
    const proof = await holdWithPeople(app, await openSale(app, 100));
    const headers = { "idempotency-key": "order-once-please" };
    const replies = await twentyTimes((node) => ask(node, "order/createOrder", { body: proof, headers }));
    expect(new Set(replies.map((one) => JSON.stringify([one.status, one.payload]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
  });

  test("two concurrent requests with one Idempotency-Key on two nodes get the same hold, 20 times", async () => {
    const { eventId, ticketId } = await openSale(app, 100);
    const body = { eventId, tickets: [{ ticketId, quantity: 1 }] };
    for (let round = 0; round < 20; round++) {
      const headers = { "idempotency-key": `meets-the-other-${round}` };
      const [one, two] = await Promise.all([
        ask(app, "registration/initRegistration", { body, headers }),
        ask(other, "registration/initRegistration", { body, headers }),
      ]);
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(two.payload).toEqual(one.payload);
    }
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
    expect(stock?.currentStock).toBe(80);
  });

  test("control: without the primary key of idempotency_keys, two requests with one key take the places twice", async () => {
    const node = await testApp();
    try {
      await sql`alter table idempotency_keys drop constraint idempotency_keys_pkey`.execute(node.database.db);
      const { eventId, ticketId } = await openSale(node, 10);
      const waitForBoth = barrier(2);
      const idempotency = {
        call: "registration/initRegistration",
        key: "both-of-us",
        bodyHash: Buffer.from("a"),
      };
      const reserve = () =>
        inTransaction(node.database.db, (tx) =>
          reserveAll(tx, [{ ...holdRequest(eventId, ticketId), idempotency }], {
            now: new Date(),
            lockRows: async (inTx, ids) => {
              await waitForBoth();
              return lockPlaces(inTx, ids);
            },
          }),
        );
      const outcomes = await Promise.all([reserve(), reserve()]);
      const ids = outcomes
        .flat()
        .map((outcome) => ("reply" in outcome ? outcome.reply.registration.id : null));
      expect(new Set(ids).size).toBe(2);
    } finally {
      await node.close();
    }
  });
});
