import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { registrationById } from "../../registrations/rows.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { hold, people } from "../../testing/buying.ts";
import { barrier } from "../../testing/meeting.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { lockNoRegistrations } from "../../testing/unlocked.ts";
import { type PlaceOrderRequest, placeOrders } from "../placeOrder.ts";
import { saveAllPeople } from "../savePeople.ts";

let app: TestApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await testApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

async function openSale(node: TestApp, { price = 2500 } = {}) {
  const event = await buildEvent(node.database.db);
  const ticket = await buildTicket(node.database.db, event.id, { price, maxStock: 100 });
  return { eventId: event.id, ticketId: ticket.id };
}

type Sale = Awaited<ReturnType<typeof openSale>>;

async function newHold(node: TestApp, { eventId, ticketId }: Sale) {
  const { registration, accessKey } = await hold(node, eventId, ticketId);
  return { registrationId: registration.id, accessKey };
}

async function holdWithPeople(node: TestApp, sale: Sale) {
  const proof = await newHold(node, sale);
  await node.ask("registration/save", { body: { ...proof, attendees: people(sale.ticketId) } });
  return proof;
}

const requestOf = (
  node: TestApp,
  body: PlaceOrderRequest["body"],
  idempotency: PlaceOrderRequest["idempotency"] = null,
): PlaceOrderRequest => ({ body, idempotency, now: node.time.now });

const placeTogether = (all: readonly PlaceOrderRequest[]) =>
  inTransaction(app.database.db, (tx) => placeOrders(tx, all));

const answerOf = (outcome: Awaited<ReturnType<typeof placeTogether>>[number]) =>
  "reply" in outcome ? outcome.reply.order.registrationId : outcome.refused.code;

async function mailsOf(registrationId: number): Promise<number> {
  const { rows } = await sql`select from mails where key like ${`tickets:${registrationId}:%`}`.execute(
    app.database.db,
  );
  return rows.length;
}

/** Values of an order's rows that are the same in equal orders. */
async function traces(registrationId: number): Promise<unknown> {
  const { rows } = await sql<{ traces: unknown }>`select json_build_object(
    'registration', (select state from registrations where id = ${registrationId}),
    'order', (select json_build_object('status', payment_status, 'purpose', purpose, 'subtotal', subtotal, 'tax', tax,
      'total', total_amount, 'currency', currency, 'code', promo_code, 'discount', discount, 'channel', channel, 'paid', paid_at)
      from orders where registration_id = ${registrationId}),
    'items', (select json_agg(json_build_object('kind', kind, 'title', title, 'quantity', quantity, 'total', i.total) order by i.id)
      from order_items i join orders o on o.id = i.order_id where o.registration_id = ${registrationId}),
    'history', (select json_agg(json_build_object('actor', actor, 'action', action, 'event', event_id, 'detail', detail) order by id)
      from audit_log where entity = 'order' and entity_id in (select id from orders where registration_id = ${registrationId}))
    ) as traces`.execute(app.database.db);
  return rows[0]!.traces;
}

describe("orders that are placed together", () => {
  test("orders placed together store the same values as an order placed alone, and each buyer gets their own", async () => {
    const sale = await openSale(app);
    const all = [
      await holdWithPeople(app, sale),
      await holdWithPeople(app, sale),
      await holdWithPeople(app, sale),
    ];
    await placeTogether([requestOf(app, all[0]!)]);
    const replies = await placeTogether(all.slice(1).map((body) => requestOf(app, body)));
    expect(replies.map(answerOf)).toEqual([all[1]!.registrationId, all[2]!.registrationId]);
    const [alone, ...others] = await Promise.all(all.map(({ registrationId }) => traces(registrationId)));
    expect(alone).toMatchObject({ registration: "pending", order: { status: "pending" } });
    for (const one of others) expect(one).toEqual(alone);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("orders placed together are each answered as if placed alone, whatever the others are", async () => {
    const sale = await openSale(app);
    const good = await holdWithPeople(app, sale);
    const free = [
      await holdWithPeople(app, await openSale(app, { price: 0 })),
      await holdWithPeople(app, await openSale(app, { price: 0 })),
    ];
    const ordered = await holdWithPeople(app, sale);
    const before = await app.ask("order/createOrder", { body: ordered });
    const [wrongKey, wrongAmount] = [await holdWithPeople(app, sale), await holdWithPeople(app, sale)];
    const withoutPeople = await newHold(app, sale);
    const replies = await placeTogether(
      [
        withoutPeople,
        good,
        { ...wrongKey, accessKey: "somebody else's" },
        free[0]!,
        ordered,
        { ...wrongAmount, totalAmount: 1 },
        good,
        free[1]!,
        { registrationId: 999_999_999, accessKey: "x" },
      ].map((body) => requestOf(app, body)),
    );
    expect(replies.map(answerOf)).toEqual([
      "invalidInput",
      good.registrationId,
      "notFound",
      free[0]!.registrationId,
      ordered.registrationId,
      "amountMismatch",
      good.registrationId,
      free[1]!.registrationId,
      "notFound",
    ]);
    // Requests 1 and 6 are for one order; the order of request 4 was placed before.
    expect(replies[6]).toEqual(replies[1]);
    expect(replies[4]).toEqual({ reply: before.payload });
    for (const { registrationId } of free) {
      expect(await traces(registrationId)).toMatchObject({
        registration: "active",
        order: { status: "free" },
      });
      expect(await mailsOf(registrationId)).toBe(1);
    }
    for (const { registrationId } of [wrongKey, wrongAmount, withoutPeople])
      expect(await traces(registrationId)).toMatchObject({ order: null, items: null, history: null });
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a refused order gets its own reason, and the orders placed together with it are placed", async () => {
    const sale = await openSale(app);
    const [good, withoutPeople] = [await holdWithPeople(app, sale), await newHold(app, sale)];
    const wrong = { ...(await holdWithPeople(app, sale)), totalAmount: 1 };
    const replies = await Promise.all(
      [good, withoutPeople, wrong].map((body) => ask(app, "order/createOrder", { body })),
    );
    expect(replies.map(({ status, code }) => code ?? status)).toEqual([
      200,
      "invalidInput",
      "amountMismatch",
    ]);
  });
});

describe("one order placed by twenty concurrent requests on two nodes", () => {
  const twentyTimes = (body: PlaceOrderRequest["body"], headers: Record<string, string>) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask([app, other][index % 2]!, "order/createOrder", { body, headers }),
      ),
    );

  test("an order placed by twenty concurrent requests is one order, with and without an Idempotency-Key", async () => {
    const sale = await openSale(app);
    for (const headers of [{}, { "idempotency-key": "place-me-once" }] as Record<string, string>[]) {
      const proof = await holdWithPeople(app, sale);
      const replies = await twentyTimes(proof, headers);
      expect(replies[0]).toMatchObject({ status: 200, payload: { order: { paymentStatus: "pending" } } });
      for (const { payload } of replies) expect(payload).toEqual(replies[0]!.payload);
    }
  });

  test("an Idempotency-Key that is used for two different orders places only the first", async () => {
    const sale = await openSale(app);
    const key = { call: "order/createOrder", key: "for-two-orders" };
    const bodies = [await holdWithPeople(app, sale), await holdWithPeople(app, sale)];
    const replies = await placeTogether(
      bodies.map((body, index) => requestOf(app, body, { ...key, bodyHash: Buffer.from([index]) })),
    );
    expect(replies.map(answerOf)).toEqual([bodies[0]!.registrationId, "idempotencyMismatch"]);
  });

  test("control: without the lock, the index alone refuses a second order; without lock and index, there are two orders", async () => {
    const node = await testApp();
    try {
      const place = async () => {
        const proof = await holdWithPeople(node, await openSale(node));
        const unlocked = lockNoRegistrations(barrier(2));
        const outcomes = await Promise.allSettled(
          [1, 2].map(() =>
            inTransaction(node.database.db, (tx) => placeOrders(tx, [requestOf(node, proof)], unlocked)),
          ),
        );
        return outcomes.map(({ status }) => status).sort();
      };
      expect(await place()).toEqual(["fulfilled", "rejected"]);
      await sql`drop index orders_one_per_registration`.execute(node.database.db);
      expect(await place()).toEqual(["fulfilled", "fulfilled"]);
    } finally {
      await node.close();
    }
  });
});

describe("people saved together", () => {
  test("people saved together get their own replies, and an invalid request does not stop the others", async () => {
    const sale = await openSale(app);
    const proofs = [await newHold(app, sale), await newHold(app, sale), await newHold(app, sale)];
    const attendees = (email: string) => people(sale.ticketId, 1, email);
    const replies = await Promise.all([
      ask(app, "registration/save", { body: { ...proofs[0]!, attendees: attendees("one@example.org") } }),
      ask(app, "registration/save", { body: { ...proofs[1]!, attendees: people(sale.ticketId, 2) } }),
      ask(app, "registration/save", {
        body: { ...proofs[2]!, attendees: attendees("two@example.org"), additionalFields: { note: "late" } },
      }),
      ask(app, "registration/save", {
        body: { ...proofs[0]!, accessKey: proofs[1]!.accessKey, attendees: attendees("no@example.org") },
      }),
    ]);
    expect(replies.map(({ status, code }) => code ?? status)).toEqual([200, "invalidInput", 200, "notFound"]);
    expect(replies[0]?.payload.attendees).toMatchObject([{ email: "one@example.org", qrText: null }]);
    const storedAttendees = await app.database.db
      .selectFrom("attendees")
      .select(["registration_id", "email"])
      .where("event_id", "=", sale.eventId)
      .orderBy("registration_id")
      .execute();
    expect(storedAttendees).toEqual([
      { registration_id: proofs[0]!.registrationId, email: "one@example.org" },
      { registration_id: proofs[2]!.registrationId, email: "two@example.org" },
    ]);
    expect(replies[2]?.payload).toMatchObject({
      registration: { id: proofs[2]!.registrationId, email: "two@example.org" },
      attendees: [{ email: "two@example.org" }],
    });
    const stored = await registrationById(app.database.db, proofs[2]!.registrationId);
    expect(stored).toMatchObject({ email: "two@example.org", additional_fields: { note: "late" } });
  });

  test("people saved twice in one batch for one registration are replaced by the later ones", async () => {
    const sale = await openSale(app);
    const proof = await newHold(app, sale);
    const saveRequest = (email: string) => ({
      body: { ...proof, attendees: [{ ticketId: sale.ticketId, firstName: "Mia", lastName: "", email }] },
      now: app.time.now,
    });
    const replies = await inTransaction(app.database.db, (tx) =>
      saveAllPeople(tx, [saveRequest("first@example.org"), saveRequest("second@example.org")]),
    );
    for (const one of replies)
      expect(one).toMatchObject({ reply: { attendees: [{ email: "second@example.org" }] } });
    const rows = await app.database.db
      .selectFrom("attendees")
      .select("email")
      .where("registration_id", "=", proof.registrationId)
      .execute();
    expect(rows).toEqual([{ email: "second@example.org" }]);
  });
});

test("a ticket keeps its title when an extra has the same id", async () => {
  const { eventId, ticketId } = await openSale(app);
  await sql`select setval('extras_id_seq', ${ticketId}::bigint, false)`.execute(app.database.db);
  const extras = await buildExtras(app.database.db, eventId, { name: "Dinner" });
  expect(extras.id).toBe(ticketId);
  const reply = await app.ask("registration/express", {
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      extras: [{ extrasId: extras.id, quantity: 1 }],
      attendees: people(ticketId),
    },
  });
  expect(reply.payload.attendees[0]?.ticketTitle).not.toBe("Dinner");
});
