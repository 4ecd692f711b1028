import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type extendExpiry, registrationById } from "../../registrations/rows.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEntry, buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold, startTestPayment } from "../../testing/buying.ts";
import { barrier } from "../../testing/meeting.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { extendHold } from "../extendHold.ts";

const minute = 60_000;
let app: TestApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

async function openSale(config: object = {}) {
  const event = await buildEvent(app.database.db, { config });
  const ticket = await buildTicket(app.database.db, event.id, { price: 2500, maxStock: 5 });
  return { eventId: event.id, ticketId: ticket.id };
}

async function openHold(config: object = {}) {
  const { eventId, ticketId } = await openSale(config);
  const { registration, accessKey } = await hold(app, eventId, ticketId);
  return {
    eventId,
    ticketId,
    proof: { registrationId: registration.id, accessKey },
    endsAt: Date.parse(registration.expiresAt!),
  };
}

const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * minute);
};

const extend = (proof: object, headers: Record<string, string> = {}) =>
  app.ask("registration/extendHold", { body: proof, headers });

test("a hold can be extended twice by default, each time by the event's holdMinutes, and not a third time", async () => {
  const { proof, endsAt } = await openHold({ holdMinutes: 20 });
  for (const [times, extensionsLeft] of [
    [1, 1],
    [2, 0],
  ] as const) {
    const expiresAt = new Date(endsAt + times * 20 * minute).toISOString();
    expect((await extend(proof)).payload).toEqual({ expiresAt, extensionsLeft });
  }
  expect(await extend(proof)).toMatchObject({ status: 429, code: "tooMany" });
  const shown = await app.ask("registration/getRegistration", { query: proof });
  expect(Date.parse(shown.payload.registration.expiresAt!)).toBe(endsAt + 40 * minute);
});

test("an event may allow no extension, and two requests with one Idempotency-Key extend a hold once", async () => {
  expect(await extend((await openHold({ holdExtensions: 0 })).proof)).toMatchObject({ code: "tooMany" });
  const { proof, endsAt } = await openHold();
  const key = { "idempotency-key": `extend-${proof.registrationId}` };
  const replies = [await extend(proof, key), await extend(proof, key)];
  const expiresAt = new Date(endsAt + 15 * minute).toISOString();
  expect(replies.map(({ payload }) => payload)).toEqual(Array(2).fill({ expiresAt, extensionsLeft: 1 }));
});

test("an extended hold keeps its places past its first end, and nobody else gets them", async () => {
  const { eventId, ticketId, proof } = await openHold();
  await sql`update tickets set max_stock = 1 where id = ${ticketId}`.execute(app.database.db);
  await extend(proof);
  minutesPass(16);
  await app.checkout.sweep();
  const next = await app.ask("registration/initRegistration", {
    body: { eventId, tickets: [{ ticketId, quantity: 1 }] },
  });
  expect(next.code).toBe("soldOut");
  minutesPass(15);
  await app.checkout.sweep();
  expect((await registrationById(app.database.db, proof.registrationId))!.state).toBe("expired");
  expect(await extend(proof)).toMatchObject({ status: 409, code: "holdExpired" });
  expect(await auditCounters(app.database.db)).toEqual([]);
});

test("a hold is extended during its payment, and not after its end or with the access key of another hold", async () => {
  const { eventId, ticketId } = await openSale();
  const paying = await startTestPayment(app, eventId, ticketId);
  const proof = { registrationId: paying.registrationId, accessKey: paying.accessKey };
  expect((await extend(proof)).status).toBe(200);
  const { proof: ended } = await openHold();
  minutesPass(15);
  // No sweep has ended the hold.
  expect(await extend(ended)).toMatchObject({ status: 409, code: "holdExpired" });
  expect(await extend({ ...proof, accessKey: ended.accessKey })).toMatchObject({ status: 404 });
});

test("a hold that was offered to somebody on the waiting list cannot be extended", async () => {
  const { eventId, ticketId, proof } = await openHold();
  const entry = await buildEntry(app.database.db, { event: { id: eventId }, ticketId });
  await app.database.db
    .updateTable("waiting_entries")
    .set({ state: "offered", registration_id: proof.registrationId })
    .where("id", "=", entry.entryId)
    .execute();
  expect(await extend(proof)).toMatchObject({ status: 429, code: "tooMany" });
});

test("two nodes that use the last extension at the same time extend once, in each of 20 rounds", async () => {
  for (let round = 0; round < 20; round++) {
    const { proof, endsAt } = await openHold({ holdExtensions: 1 });
    const replies = await Promise.all(
      [app, other, app, other].map((node) => ask(node, "registration/extendHold", { body: proof })),
    );
    expect(replies.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 429, 429, 429,
    ]);
    const { expires_at: expiresAt } = (await registrationById(app.database.db, proof.registrationId))!;
    expect(expiresAt!.getTime()).toBe(endsAt + 15 * minute);
  }
});

test("a hold that is extended while the sweep ends it is either extended or over, in each of 20 rounds", async () => {
  for (let round = 0; round < 20; round++) {
    const { proof, endsAt } = await openHold();
    const justBefore = new Date(endsAt - 1);
    const extending = () =>
      extendHold(app.database.db, proof, { idempotency: null, now: justBefore }).then(
        () => "extended",
        ({ code }) => code,
      );
    app.time.now = new Date(endsAt + 1);
    const [outcome] = await Promise.all([extending(), other.checkout.sweep()]);
    const { state } = (await registrationById(app.database.db, proof.registrationId))!;
    expect([outcome, state]).toEqual(
      outcome === "extended" ? ["extended", "held"] : ["holdExpired", "expired"],
    );
  }
  expect(await auditCounters(app.database.db)).toEqual([]);
});

test("control: without the condition in the update, two concurrent requests both use the last extension", async () => {
  const { proof } = await openHold({ holdExtensions: 1 });
  const bothHaveRead = barrier(2);
  const unguarded: typeof extendExpiry = async (tx, id, { minutes, most, now }) => {
    const found = await registrationById(tx, id);
    await bothHaveRead();
    if (found === undefined || found.extensions >= most || found.expires_at! <= now) return undefined;
    return tx
      .updateTable("registrations")
      .set({
        expires_at: sql`expires_at + make_interval(mins => ${minutes}::int)`,
        extensions: sql`extensions + 1`,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
  };
  const run = () =>
    extendHold(app.database.db, proof, { idempotency: null, now: app.services.clock() }, unguarded);
  await Promise.all([run(), run()]);
  expect((await registrationById(app.database.db, proof.registrationId))!.extensions).toBe(2);
});
