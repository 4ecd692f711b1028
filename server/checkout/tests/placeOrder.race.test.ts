import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { registrationById } from "../../registrations/rows.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { hold, people } from "../../testing/buying.ts";
import { meeting } from "../../testing/meeting.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { unlockedHeld } from "../../testing/unlocked.ts";
import { type PlaceOrderRequest, placeAll } from "../placeOrder.ts";
import { saveAllPeople } from "../savePeople.ts";

let app: TestApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await testApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

/** A ticket for 25.00 on sale. */
async function onSale(node: TestApp, { price = 2500 } = {}) {
  const event = await buildEvent(node.database.db);
  const ticket = await buildTicket(node.database.db, event.id, { price, maxStock: 100 });
  return { eventId: event.id, ticketId: ticket.id };
}

type Sale = Awaited<ReturnType<typeof onSale>>;

async function held(node: TestApp, { eventId, ticketId }: Sale) {
  const { registration, accessKey } = await hold(node, eventId, ticketId);
  return { registrationId: registration.id, accessKey };
}

/** A hold with its people, ready to order. */
async function named(node: TestApp, sale: Sale) {
  const proof = await held(node, sale);
  await node.ask("registration/save", { body: { ...proof, attendees: people(sale.ticketId) } });
  return proof;
}

const placing = (
  node: TestApp,
  body: PlaceOrderRequest["body"],
  idempotency: PlaceOrderRequest["idempotency"] = null,
): PlaceOrderRequest => ({ body, idempotency, now: node.time.now });

const together = (all: readonly PlaceOrderRequest[]) =>
  inTransaction(app.database.db, (tx) => placeAll(tx, all));

/** The ordered registration, or the code of the refusal. */
const answerOf = (outcome: Awaited<ReturnType<typeof together>>[number]) =>
  "reply" in outcome ? outcome.reply.order.registrationId : outcome.refused.code;

async function mailsOf(registrationId: number): Promise<number> {
  const { rows } = await sql`select from mails where key like ${`tickets:${registrationId}:%`}`.execute(
    app.database.db,
  );
  return rows.length;
}

/** The rows of a registration after ordering, without ids, numbers and times. */
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
  test("leave what each would leave alone, and tell each buyer of their own", async () => {
    const sale = await onSale(app);
    const all = [await named(app, sale), await named(app, sale), await named(app, sale)];
    await together([placing(app, all[0]!)]);
    const reply = await together(all.slice(1).map((body) => placing(app, body)));
    expect(reply.map(answerOf)).toEqual([all[1]!.registrationId, all[2]!.registrationId]);
    const [alone, ...others] = await Promise.all(all.map(({ registrationId }) => traces(registrationId)));
    expect(alone).toMatchObject({ registration: "pending", order: { status: "pending" } });
    for (const one of others) expect(one).toEqual(alone);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("are each answered as if they came alone, whatever the others are", async () => {
    const sale = await onSale(app);
    const good = await named(app, sale);
    const free = [
      await named(app, await onSale(app, { price: 0 })),
      await named(app, await onSale(app, { price: 0 })),
    ];
    const ordered = await named(app, sale);
    const before = await app.ask("order/createOrder", { body: ordered });
    const [keyOfAnother, ofAnotherAmount] = [await named(app, sale), await named(app, sale)];
    const unnamed = await held(app, sale);
    const reply = await together(
      [
        unnamed,
        good,
        { ...keyOfAnother, accessKey: "somebody else's" },
        free[0]!,
        ordered,
        { ...ofAnotherAmount, totalAmount: 1 },
        good,
        free[1]!,
        { registrationId: 999_999_999, accessKey: "x" },
      ].map((body) => placing(app, body)),
    );
    expect(reply.map(answerOf)).toEqual([
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
    expect(reply[6]).toEqual(reply[1]);
    expect(reply[4]).toEqual({ reply: before.payload });
    for (const { registrationId } of free) {
      expect(await traces(registrationId)).toMatchObject({
        registration: "active",
        order: { status: "free" },
      });
      expect(await mailsOf(registrationId)).toBe(1);
    }
    for (const { registrationId } of [keyOfAnother, ofAnotherAmount, unnamed])
      expect(await traces(registrationId)).toMatchObject({ order: null, items: null, history: null });
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("say of each that is refused why, and place the others", async () => {
    const sale = await onSale(app);
    const [good, unnamed] = [await named(app, sale), await held(app, sale)];
    const wrong = { ...(await named(app, sale)), totalAmount: 1 };
    const reply = await Promise.all(
      [good, unnamed, wrong].map((body) => ask(app, "order/createOrder", { body })),
    );
    expect(reply.map(({ status, code }) => code ?? status)).toEqual([200, "invalidInput", "amountMismatch"]);
  });
});

describe("one order placed twenty times at once, on two nodes", () => {
  const twentyTimes = (body: PlaceOrderRequest["body"], headers: Record<string, string>) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask([app, other][index % 2]!, "order/createOrder", { body, headers }),
      ),
    );

  test("is one order, with a key and without", async () => {
    const sale = await onSale(app);
    for (const headers of [{}, { "idempotency-key": "place-me-once" }] as Record<string, string>[]) {
      const proof = await named(app, sale);
      const reply = await twentyTimes(proof, headers);
      expect(reply[0]).toMatchObject({ status: 200, payload: { order: { paymentStatus: "pending" } } });
      for (const { payload } of reply) expect(payload).toEqual(reply[0]!.payload);
    }
  });

  test("a key that two different orders use opens one of them", async () => {
    const sale = await onSale(app);
    const key = { call: "order/createOrder", key: "for-two-orders" };
    const bodies = [await named(app, sale), await named(app, sale)];
    const reply = await together(
      bodies.map((body, index) => placing(app, body, { ...key, bodyHash: Buffer.from([index]) })),
    );
    expect(reply.map(answerOf)).toEqual([bodies[0]!.registrationId, "idempotencyMismatch"]);
  });

  test("control: without the lock the index alone refuses the second, and without both there are two", async () => {
    const node = await testApp();
    try {
      const place = async () => {
        const proof = await named(node, await onSale(node));
        const unlocked = unlockedHeld(meeting(2));
        const outcomes = await Promise.allSettled(
          [1, 2].map(() =>
            inTransaction(node.database.db, (tx) => placeAll(tx, [placing(node, proof)], unlocked)),
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

describe("people who are named together", () => {
  test("are each told of their own, and what is wrong with one keeps no other from being named", async () => {
    const sale = await onSale(app);
    const proofs = [await held(app, sale), await held(app, sale), await held(app, sale)];
    const attendees = (email: string) => people(sale.ticketId, 1, email);
    const reply = await Promise.all([
      ask(app, "registration/save", { body: { ...proofs[0]!, attendees: attendees("one@example.org") } }),
      ask(app, "registration/save", { body: { ...proofs[1]!, attendees: people(sale.ticketId, 2) } }),
      ask(app, "registration/save", {
        body: { ...proofs[2]!, attendees: attendees("two@example.org"), additionalFields: { note: "late" } },
      }),
      ask(app, "registration/save", {
        body: { ...proofs[0]!, accessKey: proofs[1]!.accessKey, attendees: attendees("no@example.org") },
      }),
    ]);
    expect(reply.map(({ status, code }) => code ?? status)).toEqual([200, "invalidInput", 200, "notFound"]);
    expect(reply[0]?.payload.attendees).toMatchObject([{ email: "one@example.org", qrText: null }]);
    const named = await app.database.db
      .selectFrom("attendees")
      .select(["registration_id", "email"])
      .where("event_id", "=", sale.eventId)
      .orderBy("registration_id")
      .execute();
    expect(named).toEqual([
      { registration_id: proofs[0]!.registrationId, email: "one@example.org" },
      { registration_id: proofs[2]!.registrationId, email: "two@example.org" },
    ]);
    expect(reply[2]?.payload).toMatchObject({
      registration: { id: proofs[2]!.registrationId, email: "two@example.org" },
      attendees: [{ email: "two@example.org" }],
    });
    const stored = await registrationById(app.database.db, proofs[2]!.registrationId);
    expect(stored).toMatchObject({ email: "two@example.org", additional_fields: { note: "late" } });
  });

  test("twice for one registration: the later stay, and are all there are", async () => {
    const sale = await onSale(app);
    const proof = await held(app, sale);
    const naming = (email: string) => ({
      body: { ...proof, attendees: [{ ticketId: sale.ticketId, firstName: "Mia", lastName: "", email }] },
      now: app.time.now,
    });
    const reply = await inTransaction(app.database.db, (tx) =>
      saveAllPeople(tx, [naming("first@example.org"), naming("second@example.org")]),
    );
    for (const one of reply)
      expect(one).toMatchObject({ reply: { attendees: [{ email: "second@example.org" }] } });
    const rows = await app.database.db
      .selectFrom("attendees")
      .select("email")
      .where("registration_id", "=", proof.registrationId)
      .execute();
    expect(rows).toEqual([{ email: "second@example.org" }]);
  });
});

test("a ticket keeps its name where an extra has the same number", async () => {
  const { eventId, ticketId } = await onSale(app);
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
