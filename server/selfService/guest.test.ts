import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BodyInput } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { EventConfig } from "../../contract/shapes/event.ts";
import type { Attendee } from "../../contract/shapes/registration.ts";
import { doorAttendees } from "../door/attendeeRows.ts";
import { eventLetters } from "../letters/eventLetters.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildPackage, buildQuestion, buildTicket, buildUser } from "../testing/builders.ts";
import { card } from "../testing/buying.ts";
import { barrier } from "../testing/meeting.ts";
import { openSession } from "../testing/tokens.ts";
import { type ClaimReminder, claimReminder, remindDetails } from "./remindDetails.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const hour = 3_600_000;

async function sell(config: Partial<EventConfig> = {}) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 24 * hour);
  const event = await buildEvent(db, { start, config });
  const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
  const options = ["Fish", "Vegan"];
  const menu = await buildQuestion(db, event.id, { required: true, typeId: 2, options });
  const other = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
  await buildQuestion(db, event.id, { required: true, ticketIds: [other.id] });
  const { payload } = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 2 }],
      attendees: [
        {
          ticketId: ticket.id,
          firstName: "Mia",
          email: `mia-${event.id}@example.org`,
          answers: [{ questionId: menu.id, answer: "Fish" }],
        },
        { ticketId: ticket.id, firstName: "Leo" },
      ],
    },
  });
  const proof = { registrationId: payload.registration.id, accessKey: payload.accessKey };
  const { attendees } = (await app.ask("registration/getRegistration", { query: proof })).payload;
  const [mia, leo] = attendees;
  const { attendeeId, qrUuid } = leo!;
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return {
    event,
    start,
    menu,
    proof,
    mia: mia!,
    leo: leo!,
    guest: { attendeeId, qrUuid },
    token,
    order: payload.order,
  };
}

type Sale = Awaited<ReturnType<typeof sell>>;
type Change = Omit<BodyInput<"registration/saveGuest">, "attendeeId" | "qrUuid">;

const save = ({ guest }: Pick<Sale, "guest">, change: Change, key = randomUUID()) =>
  app.ask("registration/saveGuest", { body: { ...guest, ...change }, headers: { "idempotency-key": key } });
const fetchGuest = async ({ guest }: Sale) =>
  (await app.ask("registration/getGuest", { query: guest })).payload;
const listed = async ({ event, token }: Sale, missing: boolean) =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId: event.id, missing: String(missing) },
      token,
    })
  ).payload.items.map(({ firstName, missing: parts }) => [firstName, parts]);

test("a guest answers the required questions; until then buyer, staff and door see what is missing", async () => {
  const sale = await sell();
  const { leo, menu, event, proof } = sale;
  expect(leo).toMatchObject({ missing: ["answers"] });
  expect(leo.guestLink).toContain(`qrUuid=${leo.qrUuid}`);
  expect(leo.guestLink).not.toContain(proof.accessKey);
  expect(await fetchGuest(sale)).toMatchObject({
    attendee: { firstName: "Leo", missing: ["answers"], qrText: leo.qrText },
    questions: [{ id: menu.id }],
    event: { id: event.id },
    until: sale.start.toISOString(),
    refusal: null,
  });
  expect(await listed(sale, true)).toEqual([["Leo", ["answers"]]]);
  const atDoor = async () =>
    (await doorAttendees(app.database.db, { where: sql`a.event_id = ${event.id}` })).map(
      (one) => one.missing,
    );
  expect(await atDoor()).toEqual([[], ["answers"]]);

  const change = { lastName: "Groß", answers: [{ questionId: menu.id, answer: "Vegan" }] };
  const { payload } = await save(sale, change);
  expect(payload).toMatchObject({ firstName: "Leo", lastName: "Groß", missing: [], qrText: leo.qrText });
  expect(payload.answers).toMatchObject([{ answer: "Vegan" }]);
  expect(await listed(sale, true)).toEqual([]);
  expect(await listed(sale, false)).toHaveLength(2);
  expect(await atDoor()).toEqual([[], []]);
  const { history } = (
    await app.ask("order/getHistory", { query: { orderId: sale.order.id }, token: sale.token })
  ).payload;
  expect(history).toContainEqual(
    expect.objectContaining({ action: "registration.guestSaved", from: "Leo", to: "Leo Groß" }),
  );
});

test("answers without a required one are refused, and the path of the error begins at the guest", async () => {
  const sale = await sell();
  const message = "is required";
  expect(await save(sale, { answers: [] })).toMatchObject({
    status: 400,
    payload: { fields: [{ path: `answers.question${sale.menu.id}`, message }] },
  });
  expect(await save(sale, { answers: [{ questionId: sale.menu.id, answer: "Steak" }] })).toMatchObject({
    status: 400,
    payload: { fields: [{ path: "answers.0" }] },
  });
  expect((await save(sale, { firstName: "Leon" })).status).toBe(200);
});

test("the secret of one ticket neither shows nor changes another one", async () => {
  const sale = await sell();
  const crossed = { attendeeId: sale.mia.attendeeId, qrUuid: sale.leo.qrUuid };
  expect(await app.ask("registration/getGuest", { query: crossed })).toMatchObject({ status: 404 });
  expect(await save({ guest: crossed }, { firstName: "Eve" })).toMatchObject({ status: 404 });
  const shown = JSON.stringify(await fetchGuest(sale));
  for (const secret of [sale.mia.qrUuid, sale.proof.accessKey, sale.mia.email!])
    expect(shown).not.toContain(secret);
});

test("a new address gets the ticket, and the same request again mails nothing more", async () => {
  const sale = await sell();
  const email = `leo-${sale.event.id}@example.org`;
  const key = randomUUID();
  const first = await save(sale, { email }, key);
  expect((await save(sale, { email }, key)).payload).toEqual(first.payload);
  const mails = await app.database.db
    .selectFrom("mails")
    .select("recipient")
    .where("key", "like", "tickets-again:%:corrected-%")
    .where("recipient", "=", email)
    .execute();
  expect(mails).toHaveLength(1);
  const query = { orderId: sale.order.id };
  const { history } = (await app.ask("order/getHistory", { query, token: sale.token })).payload;
  expect(history.filter(({ action }) => action === "registration.addressesCorrected")).toMatchObject([
    { from: "Leo", people: [email] },
  ]);
});

test("a guest cannot change their name after the club's deadline, or after the check-in", async () => {
  const before = app.time.now;
  const sale = await sell({ guestsUntil: new Date(before.getTime() + hour).toISOString() });
  const checkedIn = await sell();
  const body = {
    attendeeId: checkedIn.leo.attendeeId,
    registrationId: checkedIn.proof.registrationId,
    eventId: checkedIn.event.id,
  };
  await app.ask("checkin/save", { body, token: checkedIn.token });
  expect((await fetchGuest(checkedIn)).refusal).toBe("Leo is checked in.");
  expect(await save(checkedIn, { firstName: "Ada" })).toMatchObject({ status: 409, code: "notActive" });
  try {
    app.time.now = new Date(before.getTime() + hour + 1);
    expect((await fetchGuest(sale)).refusal).toMatch(/^You could change details until /);
    expect(await save(sale, { firstName: "Ada" })).toMatchObject({ status: 409, code: "salesClosed" });
  } finally {
    app.time.now = before;
  }
});

async function buyForGuests(
  people: { firstName?: string; lastName?: string; email?: string }[],
  { config, boughtBy }: { config?: Partial<EventConfig>; boughtBy?: string } = {},
) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 24 * hour);
  const event = await buildEvent(db, { start, config: { guestNamesLater: true, ...config } });
  const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
  const reply = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: people.length }],
      attendees: people.map((one) => ({ ticketId: ticket.id, ...one })),
      ...(boughtBy !== undefined && { additionalFields: { "Bought by": boughtBy } }),
    },
  });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { event, reply, token };
}

const attendeesOf = async ({
  registration,
  accessKey,
}: {
  registration: { id: number };
  accessKey: string;
}) =>
  (
    await app.ask("registration/getRegistration", {
      query: { registrationId: registration.id, accessKey },
    })
  ).payload.attendees;

test("a guest whose name is left for later is shown as the buyer's guest until the guest enters a name", async () => {
  const email = "mara@example.org";
  const { reply, event, token } = await buyForGuests([
    { firstName: "Mara", lastName: "Lind", email },
    { firstName: "" },
  ]);
  const [mara, guest] = await attendeesOf(reply.payload);
  expect(mara).toMatchObject({ firstName: "Mara", missing: [] });
  expect(guest).toMatchObject({ firstName: "Guest of Mara Lind", lastName: "", missing: ["name"] });
  const list = async () =>
    (await app.ask("registration/getAttendees", { query: { eventId: event.id }, token })).payload.items.map(
      ({ firstName, missing }) => [firstName, missing],
    );
  expect(await list()).toContainEqual(["Guest of Mara Lind", ["name"]]);
  const [, atDoor] = await doorAttendees(app.database.db, { where: sql`a.event_id = ${event.id}` });
  expect(atDoor).toMatchObject({ firstName: "Guest of Mara Lind", missing: ["name"] });
  const body = { attendeeId: guest!.attendeeId, registrationId: guest!.registrationId, eventId: event.id };

  const own = { attendeeId: guest!.attendeeId, qrUuid: guest!.qrUuid };
  expect(await save({ guest: own }, { lastName: "Groß" })).toMatchObject({
    status: 400,
    payload: { fields: [{ path: "firstName", message: "is required with a last name" }] },
  });
  expect((await save({ guest: own }, { firstName: "Leo", lastName: "Groß" })).payload).toMatchObject({
    firstName: "Leo",
    missing: [],
  });
  expect(await list()).toContainEqual(["Leo", []]);
  expect((await app.ask("checkin/save", { body, token })).status).toBe(200);
});

test("the check-in of a guest without a name is stored with the buyer's name", async () => {
  const { reply, event, token } = await buyForGuests([
    { firstName: "Mara", lastName: "Lind", email: "mara@example.org" },
    {},
  ]);
  const guest = (await attendeesOf(reply.payload))[1]!;
  const { attendeeId, registrationId } = guest;
  await app.ask("checkin/save", { body: { attendeeId, registrationId, eventId: event.id }, token });
  const scans = await app.database.db
    .selectFrom("door_scans")
    .select("name")
    .where("event_id", "=", event.id)
    .execute();
  expect(scans).toEqual([{ name: "Guest of Mara Lind" }]);
});

test("a buyer who does not attend may leave the first guest for later, and stays the buyer", async () => {
  const { reply, event } = await buyForGuests([{ email: "mara@example.org" }, {}], {
    boughtBy: "Mara Lind",
  });
  expect((await attendeesOf(reply.payload)).map(({ firstName }) => firstName)).toEqual([
    "Guest 1 of Mara Lind",
    "Guest 2 of Mara Lind",
  ]);
  const buyer = await app.database.db
    .selectFrom("registrations")
    .select("buyer_name")
    .where("event_id", "=", event.id)
    .executeTakeFirstOrThrow();
  expect(buyer).toEqual({ buyer_name: "Mara Lind" });
});

test("guests without a name are shown with the corrected name of a buyer who does not attend", async () => {
  const { reply, event, token } = await buyForGuests([{ email: "mara@example.org" }, {}], {
    boughtBy: "Mara Lindd",
  });
  const body = { orderId: reply.payload.order.id, lastName: "Lind" };
  expect((await app.ask("order/changeBuyer", { body, token })).status).toBe(200);
  expect((await attendeesOf(reply.payload)).map(({ firstName }) => firstName)).toEqual([
    "Guest 1 of Mara Lind",
    "Guest 2 of Mara Lind",
  ]);
  const { payload } = await app.ask("registration/getAttendees", { query: { eventId: event.id }, token });
  expect(payload.items[0]).toMatchObject({ additionalFields: { "Bought by": "Mara Lind" } });
});

test("a buyer who does not attend and names the first guest is the buyer for staff, and the guest is a guest", async () => {
  const { reply, event, token } = await buyForGuests(
    [{ firstName: "Grace", lastName: "Hopper", email: "ada@example.org" }],
    { boughtBy: "Ada Lovelace" },
  );
  const found = await app.ask("order/getOrders", {
    query: { eventId: event.id, searchKeyword: "Lovelace" },
    token,
  });
  expect(found.payload.items).toMatchObject([{ buyer: { name: "Ada Lovelace", email: "ada@example.org" } }]);
  const proof = { registrationId: reply.payload.registration.id, accessKey: reply.payload.accessKey };
  const { tickets } = (await app.ask("registration/getOwnChanges", { query: proof })).payload;
  expect(tickets).toMatchObject([{ firstName: "Grace", isPrimary: true, isBuyer: false }]);
  await app.ask("order/changeBuyer", { body: { orderId: reply.payload.order.id, lastName: "King" }, token });
  expect(await attendeesOf(reply.payload)).toMatchObject([{ firstName: "Grace", lastName: "Hopper" }]);
  await app.ask("order/changeBuyer", {
    body: { orderId: reply.payload.order.id, firstName: "Grace", lastName: "Hopper" },
    token,
  });
  const corrected = (await app.ask("registration/getOwnChanges", { query: proof })).payload.tickets;
  expect(corrected).toMatchObject([{ firstName: "Grace", isBuyer: true }]);
});

test("a buyer who attends after all is named by their ticket", async () => {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 24 * hour);
  const event = await buildEvent(db, { start, config: { guestNamesLater: true } });
  const { id: ticketId } = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
  const held = await app.ask("registration/initRegistration", {
    body: { eventId: event.id, tickets: [{ ticketId, quantity: 2 }] },
  });
  const { registration, accessKey } = held.payload;
  const save = (firstName: string, additionalFields?: Record<string, string>) =>
    app.ask("registration/save", {
      body: {
        registrationId: registration.id,
        accessKey,
        attendees: [{ ticketId, firstName, email: "mara@example.org", isPrimary: true }, { ticketId }],
        additionalFields,
      },
    });
  const stored = () =>
    db
      .selectFrom("registrations")
      .select(["buyer_name", "additional_fields"])
      .where("id", "=", registration.id)
      .executeTakeFirstOrThrow();
  const mara = { buyer_name: "Mara Lind", additional_fields: { "Bought by": "Mara Lind" } };
  expect((await save("", { "Bought by": "Mara Lind" })).status).toBe(200);
  expect(await stored()).toEqual(mara);
  expect((await save("Leo")).status).toBe(200);
  expect(await stored()).toEqual(mara);
  expect((await save("Mara Lind")).status).toBe(200);
  expect(await stored()).toEqual({ ...mara, buyer_name: null });
  expect((await save("Mara", {})).status).toBe(200);
  expect(await stored()).toEqual({ buyer_name: null, additional_fields: {} });
});

test("a buyer with the name of the first attendee attends", async () => {
  const { reply } = await buyForGuests(
    [{ firstName: "Mara", lastName: "Lind", email: "mara@example.org" }, {}],
    { boughtBy: "Mara\nLind" },
  );
  const proof = { registrationId: reply.payload.registration.id, accessKey: reply.payload.accessKey };
  const { tickets } = (await app.ask("registration/getOwnChanges", { query: proof })).payload;
  expect(tickets.map(({ isBuyer }) => isBuyer)).toEqual([true, false]);
});

test("a name is required from the buyer, and from every guest if the event needs all names at the purchase", async () => {
  const mara = { firstName: "Mara", email: "mara@example.org" };
  const outcomeOf = async (...given: Parameters<typeof buyForGuests>) => {
    const { status, payload } = (await buyForGuests(...given)).reply as { status: number; payload: object };
    return [status, payload];
  };
  const required = (index: number) => [
    400,
    expect.objectContaining({ fields: [{ path: `attendees.${index}.firstName`, message: "is required" }] }),
  ];
  expect(await outcomeOf([{ email: "mara@example.org" }, {}])).toEqual(required(0));
  expect(await outcomeOf([mara, {}], { config: { guestNamesLater: false } })).toEqual(required(1));
});

async function ticketBySecret({ registrationId, attendeeId, qrUuid }: Attendee) {
  const page = await app.ask("registration/getRegistration", { query: { registrationId, qrUuid } });
  const details = await app.ask("registration/getGuest", { query: { attendeeId, qrUuid } });
  return [page.payload.attendees[0]!, details.payload.attendee];
}

test("the secret of a ticket does not show the buyer's questions as missing", async () => {
  const sale = await sell();
  await buildQuestion(app.database.db, sale.event.id, { required: true, askedOf: "buyer" });
  const [mia] = await attendeesOf({
    registration: { id: sale.proof.registrationId },
    accessKey: sale.proof.accessKey,
  });
  expect(mia!.missing).toEqual(["answers"]);
  for (const shown of await ticketBySecret(sale.mia)) expect(shown.missing).toEqual([]);
});

test("the secret of a ticket that was passed on does not show the buyer's answers", async () => {
  const sale = await sell({ passOnUntilHours: 2 });
  const invoice = await buildQuestion(app.database.db, sale.event.id, { askedOf: "buyer" });
  const answered = (questionId: number, answer: string) => [{ questionId, answer }];
  const own = { attendeeId: sale.mia.attendeeId, answers: answered(invoice.id, "Secret Street 1") };
  await app.ask("registration/correct", { body: { ...sale.proof, attendees: [own] } });
  const ada = { firstName: "Ada", email: "ada@example.org", answers: answered(sale.menu.id, "Vegan") };
  const body = { ...sale.proof, attendeeId: sale.mia.attendeeId, ...ada };
  const passedOn = (await app.ask("registration/passOn", { body })).payload.attendee;
  expect(passedOn.answers.map(({ answer }) => answer).toSorted()).toEqual(["Secret Street 1", "Vegan"]);
  for (const shown of await ticketBySecret(passedOn))
    expect(shown.answers).toMatchObject([{ questionId: sale.menu.id, answer: "Vegan" }]);
});

const day = 24 * hour;

async function reminded(eventId: number): Promise<string[]> {
  const mails = await app.database.db
    .selectFrom("mails")
    .select("recipient")
    .where("kind", "=", "missingDetails")
    .where(sql<string>`payload ->> 'eventId'`, "=", String(eventId))
    .orderBy("recipient")
    .execute();
  return mails.map(({ recipient }) => recipient);
}

async function buyIncomplete(config: Partial<EventConfig> = {}) {
  const sale = await buyForGuests(
    [
      { firstName: "Mara", lastName: "Lind", email: "mara@example.org" },
      {},
      { email: "Guest@example.org" },
      { firstName: "Ada", email: "ada@example.org" },
    ],
    { config },
  );
  return { ...sale, eventId: sale.event.id };
}

test("buyer and guests are reminded once seven days and once two days before the deadline", async () => {
  const { db } = app.database;
  const until = new Date(app.time.now.getTime() + 20 * hour);
  const { eventId } = await buyIncomplete({ guestsUntil: until.toISOString() });
  const remindBefore = (ms: number) => remindDetails(db, new Date(until.getTime() - ms));
  const addresses = ["guest@example.org", "mara@example.org"];
  await remindBefore(7 * day + 1);
  expect(await reminded(eventId)).toEqual([]);
  await remindBefore(7 * day);
  expect(await reminded(eventId)).toEqual(addresses);
  await remindBefore(3 * day);
  expect(await reminded(eventId)).toEqual(addresses);
  await remindBefore(2 * day);
  await remindBefore(1);
  expect(await reminded(eventId)).toEqual([...addresses, ...addresses].toSorted());
});

test("nobody is reminded about a cancelled event, a cancelled registration or a deadline that has passed", async () => {
  const { db } = app.database;
  const cancelledEvent = await buyIncomplete();
  await db
    .updateTable("events")
    .set({ cancelled_at: app.time.now })
    .where("id", "=", cancelledEvent.eventId)
    .execute();
  const cancelledPurchase = await buyIncomplete();
  await app.ask("registration/updateStatus", {
    body: { id: cancelledPurchase.reply.payload.registration.id, status: false },
    token: cancelledPurchase.token,
  });
  const late = await buyIncomplete({ guestsUntil: new Date(app.time.now.getTime() - 1).toISOString() });
  await remindDetails(db, app.time.now);
  for (const { eventId } of [cancelledEvent, cancelledPurchase, late])
    expect(await reminded(eventId)).toEqual([]);
});

test("imported people are not reminded before their tickets were mailed, but sponsors with unnamed seats are", async () => {
  const { db } = app.database;
  const { eventId, token } = await buyIncomplete();
  const { id: ticketId } = await db
    .selectFrom("tickets")
    .select("id")
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  await buildQuestion(db, eventId, { required: true });
  const rows = [["First Name", "Email"], ...["Ida", "Ben"].map((name) => [name, `${name}@example.org`])];
  const imported = await app.ask("registration/bulkImportAttendee", { body: { eventId, rows }, token });
  expect(imported.payload).toMatchObject({ insertCount: 2, skipped: [] });
  const { items } = (
    await app.ask("registration/getAttendees", { query: { eventId, searchKeyword: "ben" }, token })
  ).payload;
  const query = { eventId, attendeeId: items[0]!.attendeeId };
  expect((await app.ask("registration/sendTicketByAttendeeId", { query, token })).status).toBe(200);
  const { id: packageId } = await buildPackage(db, eventId, { price: 5000 });
  await app.ask("sponsorship-package/save", {
    body: { id: packageId, tickets: { ticketId, quantity: 2 } },
    token,
  });
  const sponsorData = { firstName: "Sue", email: "sue@example.org" };
  const { sponsorship, accessKey } = (
    await app.ask("sponsorship/create", { body: { eventId, packageId, sponsorData } })
  ).payload;
  const proof = { sponsorshipId: sponsorship.id, accessKey };
  const { paymentIntentId } = (await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof }))
    .payload;
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
  await remindDetails(db, app.time.now);
  const addresses = await reminded(eventId);
  for (const name of ["ben", "mara", "sue"]) expect(addresses).toContain(`${name}@example.org`);
  expect(addresses.map((one) => one.toLowerCase())).not.toContain("ida@example.org");
});

/** Both nodes find the reminder due before either has claimed it. */
async function remindTwice(eventId: number, claim: ClaimReminder): Promise<string[]> {
  const { db } = app.database;
  // Other events of this file are reminded first.
  await remindDetails(db, app.time.now, async (tx, due, now) =>
    due.eventId === eventId ? undefined : claimReminder(tx, due, now),
  );
  const meet = barrier(2);
  const together: ClaimReminder = async (tx, due, now) => {
    await meet();
    return claim(tx, due, now);
  };
  await Promise.all([remindDetails(db, app.time.now, together), remindDetails(db, app.time.now, together)]);
  return reminded(eventId);
}

test("two nodes that remind at the same time mail each address once", async () => {
  const { eventId } = await buyIncomplete();
  expect(await remindTwice(eventId, claimReminder)).toEqual(["guest@example.org", "mara@example.org"]);
});

test("control: without the row of the reminder, two nodes mail each address twice", async () => {
  const { eventId } = await buyIncomplete();
  expect(await remindTwice(eventId, async () => randomUUID())).toHaveLength(4);
  // Claims the reminder, so that later tests do not mail it again.
  await remindDetails(app.database.db, app.time.now);
});

test("only the buyer's reminder has the buyer's key, and no reminder is sent if nothing is missing", async () => {
  const { db } = app.database;
  const { eventId, reply } = await buyIncomplete();
  const { missingDetails } = eventLetters(db, { publicUrl: "https://foyer.example", dataDir: "" });
  const compose = (recipient: string) =>
    missingDetails({
      id: 1,
      messageId: "m",
      key: "k",
      kind: "missingDetails",
      recipient,
      payload: { eventId },
    });
  const { accessKey } = reply.payload;
  const toBuyer = await compose("mara@example.org");
  expect(toBuyer?.text).toContain(accessKey);
  // Mails write the label of a fact in capitals. Here the label is the name.
  expect(toBuyer?.html).toContain("Guest 1 of Mara Lind".toUpperCase());
  const toGuest = await compose("guest@example.org");
  expect(toGuest?.text).not.toContain(accessKey);
  expect(toGuest?.text).toContain("Missing: name");
  expect(await compose("ada@example.org")).toBeNull();
  for (const { attendeeId, qrUuid, missing } of await attendeesOf(reply.payload))
    if (missing!.length > 0) await save({ guest: { attendeeId, qrUuid } }, { firstName: "Leo" });
  expect(await compose("mara@example.org")).toBeNull();
});
