import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maxFreeOfAllEvents, maxFreeOfEvent } from "../../server/holds/freeMails.ts";
import { maxHourlyMails } from "../../server/mail/asked.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildEvent, buildTicket } from "../../server/testing/builders.ts";

let app: TestApp;
let victims = 0;
let victim: string;
beforeAll(async () => {
  app = await testApp({ limited: true, trustProxy: 1 });
});
beforeEach(() => {
  victim = `victim${victims++}@example.org`;
});
afterAll(() => app.close());

async function freeEvent() {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { maxStock: 500, price: 0 });
  return { eventId: event.id, ticketId: ticket.id };
}
let clients = 0;
const headers = () => ({
  "x-forwarded-for": `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients++ & 255}`,
});
const countMails = async (address = victim) =>
  (await app.database.db.selectFrom("mails").select("id").where("recipient", "ilike", address).execute())
    .length;

const registerInOneCall = ({ eventId, ticketId }: Awaited<ReturnType<typeof freeEvent>>, emails: string[]) =>
  app.ask("registration/express", {
    body: {
      eventId,
      tickets: [{ ticketId, quantity: emails.length }],
      attendees: emails.map((email) => ({ ticketId, firstName: "Mia", lastName: "Keller", email })),
    },
    headers: headers(),
  });
async function registerInThreeCalls({ eventId, ticketId }: Awaited<ReturnType<typeof freeEvent>>) {
  const held = await app.ask("registration/initRegistration", {
    body: { eventId, tickets: [{ ticketId, quantity: 1 }] },
    headers: headers(),
  });
  const proof = { registrationId: held.payload.registration.id, accessKey: held.payload.accessKey };
  const attendees = [{ ticketId, firstName: "Mia", lastName: "Keller", email: victim }];
  await app.ask("registration/save", { body: { ...proof, attendees } });
  return app.ask("order/createOrder", { body: proof });
}

test("of 120 free registrations of one address at the same time, five are mailed, and the others take no places", async () => {
  const event = await freeEvent();
  const replies = await Promise.all(Array.from({ length: 120 }, () => registerInOneCall(event, [victim])));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxFreeOfEvent);
  expect(await countMails()).toBe(maxFreeOfEvent);
  const refused = replies.find(({ status }) => status === 429)!;
  expect(refused.msg).toBe(
    `Several free registrations went to ${victim} in the last hour. Check that inbox, use another address, or try again in 60 minutes.`,
  );
  const ticket = await app.database.db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", event.ticketId)
    .executeTakeFirstOrThrow();
  expect(ticket).toEqual({ held: 0, sold: maxFreeOfEvent });
  expect((await registerInOneCall(event, [`other-${victim}`])).status).toBe(200);
});

test("an address gets no more mails by upper case, another buyer, or three calls instead of one", async () => {
  const event = await freeEvent();
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) {
    statuses.push((await registerInOneCall(event, [victim.toUpperCase()])).status);
    statuses.push((await registerInOneCall(event, [`buyer${n}-${victim}`, victim])).status);
    statuses.push((await registerInThreeCalls(event)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(maxFreeOfEvent);
  expect(statuses.slice(maxFreeOfEvent).every((status) => status === 429)).toBe(true);
  expect(await countMails()).toBe(maxFreeOfEvent);
});

test("one address gets mails about free registrations of many events only up to the limit over all events", async () => {
  for (let n = 0; n < 6; n++) {
    const event = await freeEvent();
    for (let m = 0; m < maxFreeOfEvent; m++) await registerInOneCall(event, [victim]);
  }
  expect(await countMails()).toBe(maxFreeOfAllEvents);
});

test("70 minutes after its last mail, an address can be registered for free again", async () => {
  const event = await freeEvent();
  for (let n = 0; n < maxFreeOfEvent; n++) await registerInOneCall(event, [victim]);
  expect((await registerInOneCall(event, [victim])).status).toBe(429);
  app.time.now = new Date(app.time.now.getTime() + 70 * 60_000);
  expect((await registerInOneCall(event, [victim])).status).toBe(200);
});

test.each<[string, (n: number) => Promise<{ status: number; msg: string | null }>]>([
  [
    "a new password",
    () => {
      // A second request within two minutes would send no mail.
      app.time.now = new Date(app.time.now.getTime() + 121_000);
      return app.ask("auth/forgotPassword", { body: { email: victim }, headers: headers() });
    },
  ],
  [
    "the links to tickets",
    async () => {
      const { eventId } = await freeEvent();
      const query = { eventId, email: victim };
      return app.ask("registration/getRegistrationByEmail", { query, headers: headers() });
    },
  ],
  [
    "a place on a waiting list",
    async () => {
      const { id: eventId } = await buildEvent(app.database.db);
      const { id: ticketId } = await buildTicket(app.database.db, eventId, { maxStock: 0 });
      const body = { eventId, ticketId, places: 1, name: "Mia", email: victim };
      return app.ask("waitingList/join", { body, headers: headers() });
    },
  ],
  [
    "a ticket that somebody passes on",
    async (n) => {
      const event = await buildEvent(app.database.db, { config: { passOnUntilHours: 2 } });
      const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
      const sale = { eventId: event.id, ticketId: ticket.id };
      const { payload } = await registerInOneCall(sale, [`holder${n}-${victim}`]);
      const proof = { registrationId: payload.registration.id, accessKey: payload.accessKey };
      const body = {
        ...proof,
        attendeeId: payload.attendees[0]!.attendeeId,
        firstName: "Mia",
        email: victim,
      };
      return app.ask("registration/passOn", { body, headers: headers() });
    },
  ],
  [
    "an address that somebody corrects",
    async (n) => {
      const event = await buildEvent(app.database.db);
      const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
      const sale = { eventId: event.id, ticketId: ticket.id };
      const { payload } = await registerInOneCall(sale, [`wrong${n}-${victim}`]);
      const body = {
        registrationId: payload.registration.id,
        accessKey: payload.accessKey,
        email: victim,
      };
      return app.ask("registration/correct", { body, headers: headers() });
    },
  ],
])("requests for %s mail one address ten times an hour at most, from any clients", async (_what, ask) => {
  const replies = [];
  for (let n = 0; n < 15; n++) replies.push(await ask(n));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxHourlyMails);
  expect(replies.at(-1)).toMatchObject({ status: 429, code: "tooMany" });
  expect(replies.at(-1)!.msg).toMatch(
    /^We have written to .* several times in the last hour\. Check that inbox, or try again in /,
  );
  expect(await countMails()).toBe(maxHourlyMails);
});

test("a password mail requested many times within two minutes is sent once and counted once", async () => {
  for (let n = 0; n < 30; n++)
    expect(
      (await app.ask("auth/forgotPassword", { body: { email: victim }, headers: headers() })).status,
    ).toBe(200);
  expect(await countMails()).toBe(1);
});
