import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BodyInput } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { EventConfig } from "../../contract/shapes/event.ts";
import { auditDoor } from "../door/auditDoor.ts";
import { auditFigures } from "../stats/auditFigures.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket, buildUser } from "../testing/builders.ts";
import { databaseContents } from "../testing/contents.ts";
import { openSession } from "../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const hour = 3_600_000;

/** Sells two free tickets to Mia, whose address has a typing error, and her guest Leo. */
async function sell(config: Partial<EventConfig> = {}) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 24 * hour);
  const event = await buildEvent(db, { start, config });
  const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
  const other = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
  const options = ["Fish", "Vegan"];
  const menu = await buildQuestion(db, event.id, { required: true, typeId: 2, options });
  const room = await buildQuestion(db, event.id, { ticketIds: [other.id] });
  const { payload } = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 2 }],
      attendees: [
        {
          ticketId: ticket.id,
          firstName: "Mia",
          email: `mia-${event.id}@exmaple.org`,
          answers: [{ questionId: menu.id, answer: "Fish" }],
        },
        { ticketId: ticket.id, firstName: "Leo" },
      ],
    },
  });
  const proof = { registrationId: payload.registration.id, accessKey: payload.accessKey };
  const { attendees } = (await app.ask("registration/getRegistration", { query: proof })).payload;
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return {
    event,
    start,
    menu,
    room,
    proof,
    token,
    order: payload.order,
    mia: attendees[0]!,
    leo: attendees[1]!,
  };
}

type Sale = Awaited<ReturnType<typeof sell>>;
type Change = Omit<BodyInput<"registration/correct">, "registrationId" | "accessKey">;

const correct = ({ proof }: Pick<Sale, "proof">, change: Change, key = randomUUID()) =>
  app.ask("registration/correct", { body: { ...proof, ...change }, headers: { "idempotency-key": key } });
const fetchRegistration = async (proof: Sale["proof"]) =>
  (await app.ask("registration/getRegistration", { query: proof })).payload;
const fetchHistory = async ({ token, order }: Sale) =>
  (await app.ask("order/getHistory", { query: { orderId: order.id }, token })).payload.history;

async function mailed({ proof }: Sale): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom("mails")
    .select("recipient")
    .where("key", "like", "tickets-again:%:corrected-%")
    .where(sql`(payload ->> 'registrationId')::bigint`, "=", proof.registrationId)
    .orderBy("id")
    .execute();
  return rows.map(({ recipient }) => recipient);
}

async function expectNoChange(sale: Sale, change: Change) {
  const before = await databaseContents(app.database.db);
  const reply = await correct(sale, change);
  expect(await databaseContents(app.database.db)).toEqual(before);
  return reply;
}

test("a buyer corrects names, phone and answers; codes stay, and the history says who did it", async () => {
  const sale = await sell();
  const { mia, leo, menu } = sale;
  const { payload } = await correct(sale, {
    attendees: [
      { attendeeId: mia.attendeeId, answers: [{ questionId: menu.id, answer: "Vegan" }] },
      { attendeeId: leo.attendeeId, firstName: "Leo", lastName: "Groß", phone: "+49 40 123" },
    ],
  });
  expect(payload.accessKey).toBe(sale.proof.accessKey);
  expect(payload.attendees).toMatchObject([
    { firstName: "Mia", qrText: mia.qrText, answers: [{ questionId: menu.id, answer: "Vegan" }] },
    { firstName: "Leo", lastName: "Groß", phone: "+49 40 123", qrText: leo.qrText },
  ]);
  expect((await fetchRegistration(sale.proof)).attendees).toMatchObject(payload.attendees);
  const history = await fetchHistory(sale);
  expect(history).toContainEqual(
    expect.objectContaining({
      action: "registration.nameCorrected",
      by: "Buyer",
      from: "Leo",
      to: "Leo Groß",
    }),
  );
  expect(history).toContainEqual(
    expect.objectContaining({ action: "registration.corrected", people: ["Mia", "Leo Groß"] }),
  );
  expect(await mailed(sale)).toEqual([]);
  const { db } = app.database;
  expect([await auditFigures(db), await auditDoor(db)]).toEqual([[], []]);
});

test("a corrected address of the buyer gets the tickets, and former links stop working", async () => {
  const sale = await sell();
  const email = `mia-${sale.event.id}@example.org`;
  const key = randomUUID();
  const { payload } = await correct(sale, { email }, key);
  expect(payload.registration.email).toBe(email);
  expect(payload.attendees[0]).toMatchObject({ email, qrText: sale.mia.qrText });
  expect(payload.accessKey).not.toBe(sale.proof.accessKey);
  expect((await app.ask("registration/getRegistration", { query: sale.proof })).status).not.toBe(200);
  const proof = { ...sale.proof, accessKey: payload.accessKey };
  expect((await fetchRegistration(proof)).registration.email).toBe(email);
  expect(await mailed(sale)).toEqual([email]);
  expect(await fetchHistory(sale)).toContainEqual(
    expect.objectContaining({ action: "registration.buyerChanged", field: "email", to: email }),
  );
  // The same request is sent again, because its reply was lost.
  expect((await correct(sale, { email }, key)).payload).toEqual(payload);
  expect(await mailed(sale)).toEqual([email]);
});

test("a guest's address gets their ticket, and capital letters do not make another address", async () => {
  const sale = await sell();
  const { leo, mia } = sale;
  const leoAddress = `leo-${sale.event.id}@example.org`;
  await correct(sale, { attendees: [{ attendeeId: leo.attendeeId, email: leoAddress }] });
  expect(await mailed(sale)).toEqual([leoAddress]);
  const { payload } = await correct(sale, {
    email: mia.email!.toUpperCase(),
    attendees: [{ attendeeId: leo.attendeeId, email: leoAddress.toUpperCase() }],
  });
  expect(payload.accessKey).toBe(sale.proof.accessKey);
  expect(await mailed(sale)).toEqual([leoAddress]);
});

test("one registration mails corrected tickets at most five times a day", async () => {
  const sale = await sell();
  const { attendeeId } = sale.leo;
  const tryAddress = (n: number) =>
    correct(sale, { attendees: [{ attendeeId, email: `leo${n}-${sale.event.id}@example.org` }] });
  for (let n = 0; n < 5; n++) expect((await tryAddress(n)).status).toBe(200);
  expect(await tryAddress(5)).toMatchObject({ status: 429, code: "tooMany" });
  // Corrections that send no mail are not limited.
  expect((await correct(sale, { attendees: [{ attendeeId, firstName: "Leon" }] })).status).toBe(200);
  expect(await mailed(sale)).toHaveLength(5);
});

test("details can be corrected until the start, or until the club's own deadline", async () => {
  const change = (sale: Sale) => ({ attendees: [{ attendeeId: sale.leo.attendeeId, firstName: "Leon" }] });
  const before = app.time.now;
  const sale = await sell();
  const earlier = await sell({ guestsUntil: new Date(before.getTime() + hour).toISOString() });
  const later = await sell({ guestsUntil: new Date(before.getTime() + 48 * hour).toISOString() });
  const limit = async ({ proof }: Sale) =>
    (await app.ask("registration/getOwnChanges", { query: proof })).payload;
  expect(await limit(sale)).toMatchObject({ correctUntil: sale.start.toISOString(), correctRefusal: null });
  try {
    app.time.now = new Date(before.getTime() + hour + 1);
    expect(await expectNoChange(earlier, change(earlier))).toMatchObject({
      status: 409,
      code: "salesClosed",
    });
    expect((await limit(earlier)).correctRefusal).toMatch(/^You could change details until /);
    app.time.now = sale.start;
    expect((await correct(sale, change(sale))).status).toBe(200);
    app.time.now = new Date(sale.start.getTime() + 1);
    expect(await expectNoChange(sale, change(sale))).toMatchObject({ status: 409, code: "salesClosed" });
    expect((await correct(later, change(later))).status).toBe(200);
  } finally {
    app.time.now = before;
  }
});

test("wrong answers and people are refused with their field, and nothing changes", async () => {
  const sale = await sell();
  const { mia, menu, room } = sale;
  const stranger = (await sell()).leo.attendeeId;
  const answering = (questionId: number, answer: string) => ({
    attendees: [{ attendeeId: mia.attendeeId, answers: [{ questionId, answer }] }],
  });
  for (const [change, path, message] of [
    [answering(menu.id, "Steak"), "attendees.0.answers.0", "must be one of the options"],
    [answering(menu.id, ""), `attendees.0.answers.question${menu.id}`, "is required"],
    [answering(room.id, "12"), "attendees.0.answers.0", "is not asked for this ticket"],
    [{ attendees: [{ attendeeId: stranger }] }, "attendees.0.attendeeId", "is not of this registration"],
    [
      { attendees: [{ attendeeId: mia.attendeeId }, { attendeeId: mia.attendeeId }] },
      "attendees.1.attendeeId",
      "is in the list twice",
    ],
  ] satisfies [Change, string, string][]) {
    const reply = await expectNoChange(sale, change);
    expect(reply).toMatchObject({ status: 400, payload: { fields: [{ path, message }] } });
  }
  // A stored answer satisfies a required question.
  const named = { attendees: [{ attendeeId: mia.attendeeId, lastName: "Keller", answers: [] }] };
  expect((await correct(sale, named)).status).toBe(200);
});

test("the address of a person who is checked in can be corrected, but not the name", async () => {
  const sale = await sell();
  const { attendeeId } = sale.leo;
  const body = { attendeeId, registrationId: sale.proof.registrationId, eventId: sale.event.id };
  await app.ask("checkin/save", { body, token: sale.token });
  const renamed = { attendees: [{ attendeeId, firstName: "Ada" }] };
  expect(await expectNoChange(sale, renamed)).toMatchObject({ code: "notActive", msg: "Leo is checked in." });
  const readdressed = { attendees: [{ attendeeId, email: `leo-${sale.event.id}@example.org` }] };
  expect((await correct(sale, readdressed)).status).toBe(200);
});

test("a cancelled event's tickets cannot be corrected", async () => {
  const sale = await sell();
  await app.ask("event/cancel", { body: { eventId: sale.event.id, refund: false }, token: sale.token });
  expect(await correct(sale, { email: "mia@example.org" })).toMatchObject({ status: 409, code: "notActive" });
});
