import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallName } from "../../../contract/all.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { AppWithCheckout } from "../../app.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { ask, type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { people } from "../../testing/buying.ts";
import { historyCount } from "../../testing/histories.ts";
import { runDueJobs } from "../../testing/jobs.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";

type Step =
  | { do: "hold"; ticket: 0 | 1; quantity: number }
  | { do: "buy"; ticket: 0 | 1; quantity: number }
  | { do: "release"; who: number }
  | { do: "cancel"; who: number }
  | { do: "accept"; who: number }
  | { do: "refuse"; who: number }
  | { do: "leave"; who: number }
  | { do: "join"; ticket: 0 | 1; places: number; who: number }
  | { do: "grow"; ticket: 0 | 1 }
  | { do: "pass"; hours: number }
  | { do: "sweep" }
  | { do: "jobs" };

const ticket = fc.constantFrom(0 as const, 1 as const);
const who = fc.nat({ max: 5 });
const weighted: [number, fc.Arbitrary<Step>][] = [
  [
    6,
    fc.record({
      do: fc.constantFrom("hold" as const, "buy" as const),
      ticket,
      quantity: fc.constantFrom(1, 1, 2, 3),
    }),
  ],
  [7, fc.record({ do: fc.constant("join" as const), ticket, places: fc.constantFrom(1, 1, 2, 3), who })],
  [6, fc.record({ do: fc.constantFrom("release" as const, "cancel" as const), who })],
  [5, fc.record({ do: fc.constantFrom("accept" as const, "refuse" as const, "leave" as const), who })],
  [1, fc.record({ do: fc.constant("grow" as const), ticket })],
  [2, fc.record({ do: fc.constant("pass" as const), hours: fc.constantFrom(1, 25) })],
  [4, fc.record({ do: fc.constantFrom("sweep" as const, "jobs" as const) })],
];
const step = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
/** Moments, each with one to three concurrent steps. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 10,
  maxLength: 25,
  size: "max",
});

let app: TestApp;
let nodes: Pick<AppWithCheckout, "http" | "checkout">[];
beforeAll(async () => {
  app = await testApp({ max: 20 });
  nodes = [app, await anotherNode(app)];
});
afterAll(() => app.close());

/** A buyer requests a place after it was released and before it is offered. */
const examples: [Step[][]][] = [
  [
    [
      [{ do: "buy", ticket: 0, quantity: 3 }],
      [{ do: "join", ticket: 0, places: 1, who: 0 }],
      [{ do: "cancel", who: 0 }],
      [{ do: "buy", ticket: 0, quantity: 1 }],
      [{ do: "sweep" }],
      [{ do: "accept", who: 0 }],
    ],
  ],
];

/** A run that never meets these cases fails. */
const seen = { offered: 0, taken: 0, refusedForWaiting: 0 };

async function playHistory(moments: readonly (readonly Step[])[]): Promise<void> {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 60 * 24 * 3_600_000);
  const event = await buildEvent(db, { start, capacity: 5 });
  const shared = await buildShared(event.id);
  const tickets = [
    await buildTicket(db, event.id, { price: 0, maxStock: 3 }),
    await buildTicket(db, event.id, { price: 0, maxStock: 3 }),
  ];
  await sql`update tickets set shared_capacity_id = ${shared} where event_id = ${event.id}`.execute(db);
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const held: { registrationId: number; accessKey: string; ticketId: number; quantity: number }[] = [];
  let turn = 0;
  const node = () => nodes[turn++ % 2]!;
  async function askOk<N extends CallName>(name: N, sent: TestRequest) {
    const reply = await ask(node(), name, sent);
    if (reply.status >= 500 && reply.code !== "busy") throw new Error(`${name}: ${reply.code} ${reply.msg}`);
    return reply.status === 200 ? reply.payload : undefined;
  }
  const entries = async () => {
    const { rows } = await sql<{
      id: number;
      ticket_id: number;
      places: number;
      state: string;
      access_key: string;
      registration_id: number | null;
    }>`select * from waiting_entries where event_id = ${event.id} order by id`.execute(db);
    return rows;
  };
  const readRoom = async () => {
    const { rows } = await sql<{ id: number; left: number; least: number | null }>`
      select t.id, t.waiting_least as least, least(t.max_stock - t.held - t.sold, e.capacity - e.held - e.sold,
        s.max_places - s.held - s.sold) as left
      from tickets t join events e on e.id = t.event_id join shared_capacities s on s.id = t.shared_capacity_id
      where e.id = ${event.id}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  };

  async function perform(one: Step, isAlone: boolean): Promise<void> {
    if (one.do === "pass") app.time.now = new Date(app.time.now.getTime() + one.hours * 3_600_000);
    else if (one.do === "sweep") await node().checkout.sweep();
    else if (one.do === "jobs") await runDueJobs(app);
    else if (one.do === "grow") {
      const { id } = tickets[one.ticket]!;
      await sql`update tickets set max_stock = least(max_stock + 1, 5) where id = ${id}`.execute(db);
    } else if (one.do === "join") {
      const email = `w${one.who}@example.org`;
      const body = {
        eventId: event.id,
        ticketId: tickets[one.ticket]!.id,
        places: one.places,
        name: "W",
        email,
      };
      await askOk("waitingList/join", { body });
    } else if (one.do === "hold" || one.do === "buy") await reserve(one, isAlone);
    else if (one.do === "release" || one.do === "cancel") {
      const chosen = held[one.who % Math.max(1, held.length)];
      if (chosen === undefined) return;
      const { registrationId, accessKey } = chosen;
      if (one.do === "release")
        await askOk("registration/releaseHold", { body: { registrationId, accessKey } });
      else await askOk("registration/updateStatus", { body: { id: registrationId, status: false }, token });
    } else await answer(one.do, one.who);
  }
  async function reserve(
    { do: how, ticket: index, quantity }: Step & { do: "hold" | "buy" },
    isAlone: boolean,
  ) {
    const ticketId = tickets[index]!.id;
    const { left, least } = (await readRoom()).get(ticketId)!;
    const isReserved = least !== null && left >= least;
    const body = { eventId: event.id, tickets: [{ ticketId, quantity }] };
    const reply =
      how === "hold"
        ? await askOk("registration/initRegistration", { body })
        : await askOk("registration/express", { body: { ...body, attendees: people(ticketId, quantity) } });
    if (isAlone && isReserved) {
      seen.refusedForWaiting++;
      // More places may be free since `readRoom`, but they are reserved too.
      expect(reply).toBeUndefined();
    }
    if (reply !== undefined)
      held.push({ registrationId: reply.registration.id, accessKey: reply.accessKey, ticketId, quantity });
  }
  async function answer(how: "accept" | "refuse" | "leave", index: number) {
    const all = await entries();
    const open = how === "leave" ? all : all.filter(({ state }) => state === "offered");
    const chosen = open[index % Math.max(1, open.length)];
    if (chosen === undefined) return;
    const ownEntry = { entryId: chosen.id, accessKey: chosen.access_key };
    if (how === "leave") return void (await askOk("waitingList/leave", { body: ownEntry }));
    const offer = (await askOk("waitingList/getOwn", { query: ownEntry }))?.offer;
    if (!offer) return;
    const { registrationId, accessKey } = offer;
    const proof = { registrationId, accessKey };
    if (how === "refuse") return void (await askOk("registration/releaseHold", { body: proof }));
    const attendees = people(chosen.ticket_id, chosen.places);
    await askOk("registration/save", { body: { ...proof, attendees } });
    const placed = await askOk("order/createOrder", { body: proof });
    if (placed === undefined) return;
    seen.taken++;
    held.push({ ...proof, ticketId: chosen.ticket_id, quantity: chosen.places });
  }

  async function expectNoIdlePlaces(): Promise<void> {
    for (const { left, least } of (await readRoom()).values())
      if (least !== null) expect(left).toBeLessThan(least);
  }

  for (const [ticket, quantity] of [
    [0, 2],
    [1, 1],
    [0, 1],
  ] as const)
    await reserve({ do: "buy", ticket, quantity }, false);
  for (const [who, ticket, places] of [
    [10, 0, 3],
    [11, 0, 1],
    [12, 1, 2],
    [13, 0, 1],
  ] as const)
    await perform({ do: "join", ticket, places, who }, false);
  for (const moment of moments) {
    const before = await entries();
    await Promise.all(moment.map((one) => perform(one, moment.length === 1)));
    expect(await auditCounters(db)).toEqual([]);
    const after = await entries();
    const isNew = (id: number) => before.find((entry) => entry.id === id)?.state !== "offered";
    const wasWaiting = (id: number) => before.find((entry) => entry.id === id)?.state === "waiting";
    for (const one of after.filter(
      ({ id, registration_id, state }) => registration_id !== null && state === "offered" && isNew(id),
    )) {
      seen.offered++;
      const passedOver = after.filter(
        ({ id, ticket_id, state }) =>
          state === "waiting" && wasWaiting(id) && ticket_id === one.ticket_id && id < one.id,
      );
      for (const { places } of passedOver) expect(places).toBeGreaterThan(one.places);
    }
    if (moment.length === 1 && moment[0]!.do === "sweep") await expectNoIdlePlaces();
  }
  await app.checkout.sweep();
  await expectNoIdlePlaces();
  const offers = (await entries()).flatMap(({ registration_id }) => registration_id ?? []);
  expect(new Set(offers).size).toBe(offers.length);
}

async function buildShared(eventId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into shared_capacities (event_id, title, max_places)
    values (${eventId}, 'Boat', 4) returning id`.execute(app.database.db);
  return rows[0]!.id;
}

const runs = historyCount({ all: 12 });

test("the waiting list of a ticket is served in order, and buyers get no places that are reserved for it", {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  await fc.assert(fc.asyncProperty(history, playHistory), { numRuns: runs, examples, endOnFailure: true });
  expect(seen.offered).toBeGreaterThan(0);
  expect(seen.taken).toBeGreaterThan(0);
  expect(seen.refusedForWaiting).toBeGreaterThan(0);
});
