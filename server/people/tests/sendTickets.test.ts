import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { placeTestOrder } from "../../testing/buying.ts";
import { buildTwoClubs, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

test("staff are shown how many mails will be sent, and can mail only people who were not mailed before", async () => {
  const { db } = app.database;
  const { id: eventId } = await buildEvent(db, { clubId: clubs.clubId });
  const ticket = await buildTicket(db, eventId, { price: 0, maxStock: 100 });
  await placeTestOrder(app, eventId, ticket.id, 1, "bought@example.org");
  const rows = [
    ["Name", "Email"],
    ["Ada Lovelace", "Ada@example.org"],
    ["Ben Moss", "ben@example.org"],
  ];
  const body = { eventId, ticketId: ticket.id, rows };
  const token = clubs.tokens.admin;
  expect((await app.ask("registration/bulkImportAttendee", { body, token })).payload.insertCount).toBe(2);

  const send = async (more: object) =>
    (await app.ask("registration/sendTickets", { body: { eventId, ...more }, token })).payload;
  const mailedAgain = async () =>
    (
      await db
        .selectFrom("mails")
        .select("recipient")
        .where("key", "like", "tickets-again:%")
        .orderBy("recipient")
        .execute()
    ).map(({ recipient }) => recipient.toLowerCase());

  expect(await send({ dryRun: true })).toEqual({ queued: 0, recipients: 3, neverMailed: 2, oldCodes: 0 });
  expect(await mailedAgain()).toEqual([]);
  expect(await send({ searchKeyword: "lovelace", neverMailedOnly: true })).toEqual({
    queued: 1,
    recipients: 1,
    neverMailed: 1,
    oldCodes: 0,
  });
  expect(await send({ dryRun: true })).toEqual({ queued: 0, recipients: 3, neverMailed: 1, oldCodes: 0 });
  expect(await send({ neverMailedOnly: true })).toMatchObject({ queued: 1, recipients: 3, neverMailed: 1 });
  expect(await mailedAgain()).toEqual(["ada@example.org", "ben@example.org"]);
  expect(await send({ neverMailedOnly: true })).toMatchObject({ queued: 0, recipients: 3, neverMailed: 0 });
});

test("people who were mailed a ticket because it, its holder or its address changed count as mailed", async () => {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 24 * 3_600_000);
  const config = { passOnUntilHours: 2 };
  const { id: eventId } = await buildEvent(db, { clubId: clubs.clubId, start, config });
  const ticket = await buildTicket(db, eventId, { price: 0, maxStock: 100 });
  const other = await buildTicket(db, eventId, { price: 0, maxStock: 100 });
  const { order } = await placeTestOrder(app, eventId, ticket.id, 1, "bought@example.org");
  const names = ["Exchanged", "Passing", "Corrected", "Unchanged"];
  const rows = [["Name", "Email"], ...names.map((name) => [name, `${name}-${eventId}@example.org`])];
  const token = clubs.tokens.admin;
  await app.ask("registration/bulkImportAttendee", { body: { eventId, ticketId: ticket.id, rows }, token });
  const send = async (more: object) =>
    (await app.ask("registration/sendTickets", { body: { eventId, ...more }, token })).payload;
  expect(await send({ dryRun: true })).toMatchObject({ recipients: 5, neverMailed: 4 });

  const importedAs = (name: string) =>
    db
      .selectFrom("attendees as a")
      .innerJoin("registrations as r", "r.id", "a.registration_id")
      .select(["a.id as attendeeId", "r.id as registrationId", "r.access_key as accessKey"])
      .where("a.event_id", "=", eventId)
      .where("a.first_name", "=", name)
      .executeTakeFirstOrThrow();
  const { attendeeId } = await importedAs("Exchanged");
  const requests = [
    ["registration/updateAttendee", { body: { attendeeId, eventId, ticketId: other.id }, token }],
    [
      "registration/passOn",
      { body: { ...(await importedAs("Passing")), firstName: "Ada", email: "ada@example.org" } },
    ],
    ["registration/correct", { body: { ...(await importedAs("Corrected")), email: "new@example.org" } }],
    ["order/changeBuyer", { body: { orderId: order.id, email: "buyer@example.org" }, token }],
  ] as const;
  for (const [name, request] of requests) expect((await app.ask(name, request)).status, name).toBe(200);

  expect(await send({ dryRun: true })).toMatchObject({ recipients: 5, neverMailed: 1 });
  expect(await send({ neverMailedOnly: true })).toMatchObject({ queued: 1 });
});
