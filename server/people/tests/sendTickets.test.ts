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

test("staff are shown how many mails will be sent, and can mail only people who never got a ticket", async () => {
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
