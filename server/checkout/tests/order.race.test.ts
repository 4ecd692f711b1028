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
import { meeting } from "../../testing/meeting.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { unlockedHeld } from "../../testing/unlocked.ts";
import { placeAll } from "../placeOrder.ts";
import { saveAllPeople } from "../savePeople.ts";

let app: TestApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await testApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

/** A free ticket on sale. */
async function onSale(node: { database: { db: Db } }, maxStock: number) {
  const event = await buildEvent(node.database.db);
  const ticket = await buildTicket(node.database.db, event.id, { price: 0, maxStock });
  return { eventId: event.id, ticketId: ticket.id };
}

/** A hold with its people, ready to order. */
async function named(node: TestApp, { eventId, ticketId }: { eventId: number; ticketId: number }) {
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

describe("the last place, wanted by a hold and two express registrations at once", () => {
  test("goes to exactly one of them, thirty times", async () => {
    for (let round = 0; round < 30; round++) {
      const { eventId, ticketId } = await onSale(app, 1);
      const tickets = [{ ticketId, quantity: 1 }];
      const express = { eventId, tickets, attendees: people(ticketId) };
      const reply = await Promise.all([
        ask(app, "registration/express", { body: express }),
        ask(other, "registration/initRegistration", { body: { eventId, tickets } }),
        ask(other, "registration/express", { body: express }),
      ]);
      expect(reply.map(({ status, code }) => code ?? String(status)).sort()).toEqual([
        "200",
        "soldOut",
        "soldOut",
      ]);
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks and the constraints it goes to all of them", async () => {
    const node = await testApp();
    try {
      await sql`alter table tickets drop constraint tickets_stock`.execute(node.database.db);
      const { eventId, ticketId } = await onSale(node, 1);
      const all = meeting(3);
      const reserve = (request: ReserveRequest) =>
        inTransaction(node.database.db, (tx) =>
          reserveAll(tx, [request], {
            now: new Date(),
            takeHold: async (inTx, ids) => {
              const places = await readPlaces(inTx, ids, { lock: false });
              await all();
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

describe("a free order placed eight times at once, on two nodes", () => {
  test("is one order with one set of tickets and one mail", async () => {
    const sale = await onSale(app, 10);
    const proof = await named(app, sale);
    const reply = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ask([app, other][index % 2]!, "order/createOrder", { body: proof }),
      ),
    );
    expect(new Set(reply.map(({ payload }) => payload.order.orderNumber)).size).toBe(1);
    expect(reply.map(({ payload }) => payload.clientSecret)).toEqual(reply.map(() => "no-stripe"));
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

  test("control: without the lock the index alone refuses the second, and without both there are two", async () => {
    const node = await testApp();
    try {
      const place = async () => {
        const sale = await onSale(node, 10);
        const proof = await named(node, sale);
        await hold(node, sale.eventId, sale.ticketId, 5);
        const take = unlockedHeld(meeting(2));
        const placing = { body: proof, idempotency: null, now: node.time.now };
        const outcomes = await Promise.allSettled(
          [1, 2].map(() => inTransaction(node.database.db, (tx) => placeAll(tx, [placing], take))),
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

describe("people named again while their free order is placed", () => {
  const leo = (ticketId: number) => [{ ticketId, firstName: "Leo", lastName: "", email: "leo@example.org" }];

  /** Who has a ticket, and to whom one was mailed. */
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

  test("get tickets, or the change is refused: who is mailed is who has the ticket, thirty times", async () => {
    const sale = await onSale(app, 100);
    for (let round = 0; round < 30; round++) {
      const proof = await named(app, sale);
      const attempts = [
        () => ask(app, "order/createOrder", { body: proof }),
        () => ask(other, "registration/save", { body: { ...proof, attendees: leo(sale.ticketId) } }),
      ];
      if (round % 2 === 1) attempts.reverse();
      const reply = await Promise.all(attempts.map((attempt) => attempt()));
      const [placed, saved] = round % 2 === 1 ? reply.toReversed() : reply;
      expect(placed!.status).toBe(200);
      const who = saved!.status === 200 ? "leo@example.org" : "mia@example.org";
      if (saved!.status !== 200) expect(saved).toMatchObject({ status: 409, code: "alreadyPaid" });
      expect(await ticketsOf(app.database.db, proof.registrationId)).toEqual({
        attendees: [who],
        mailed: [who],
      });
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the lock a ticket is mailed to somebody who no longer has it", async () => {
    const sale = await onSale(app, 10);
    const proof = await named(app, sale);
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

describe("one Idempotency-Key used by twenty requests at once, on two nodes", () => {
  const twentyTimes = <T>(request: (node: Pick<AppWithCheckout, "http">) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => request([app, other][index % 2]!)));

  test("takes the places once and gives everybody the same hold", async () => {
    const { eventId, ticketId } = await onSale(app, 100);
    const body = { eventId, tickets: [{ ticketId, quantity: 2 }] };
    const headers = { "idempotency-key": "hold-once-please" };
    const reply = await twentyTimes((node) => ask(node, "registration/initRegistration", { body, headers }));
    expect(new Set(reply.map((one) => JSON.stringify([one.status, one.payload]))).size).toBe(1);
    expect(reply[0]?.status).toBe(200);
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
    expect(stock?.currentStock).toBe(98);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("registers once with express, and the same tickets are in every reply", async () => {
    const { eventId, ticketId } = await onSale(app, 100);
    const body = { eventId, tickets: [{ ticketId, quantity: 1 }], attendees: people(ticketId) };
    const headers = { "idempotency-key": "express-once-please" };
    const reply = await twentyTimes((node) => ask(node, "registration/express", { body, headers }));
    expect(new Set(reply.map((one) => JSON.stringify([one.status, one.payload]))).size).toBe(1);
    expect(reply[0]).toMatchObject({ status: 200, payload: { registration: { state: "active" } } });
    const [stock] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
    expect(stock?.currentStock).toBe(99);
  });

  test("orders once", async () => {
    const proof = await named(app, await onSale(app, 100));
    const headers = { "idempotency-key": "order-once-please" };
    const reply = await twentyTimes((node) => ask(node, "order/createOrder", { body: proof, headers }));
    expect(new Set(reply.map((one) => JSON.stringify([one.status, one.payload]))).size).toBe(1);
    expect(reply[0]?.status).toBe(200);
  });

  test("never fails when a lone request on each node meets the other's", async () => {
    const { eventId, ticketId } = await onSale(app, 100);
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

  test("control: without its primary key two nodes take the places twice", async () => {
    const node = await testApp();
    try {
      await sql`alter table idempotency_keys drop constraint idempotency_keys_pkey`.execute(node.database.db);
      const { eventId, ticketId } = await onSale(node, 10);
      const bothLooked = meeting(2);
      const idempotency = {
        call: "registration/initRegistration",
        key: "both-of-us",
        bodyHash: Buffer.from("a"),
      };
      const reserve = () =>
        inTransaction(node.database.db, (tx) =>
          reserveAll(tx, [{ ...holdRequest(eventId, ticketId), idempotency }], {
            now: new Date(),
            takeHold: async (inTx, ids) => {
              await bothLooked();
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
