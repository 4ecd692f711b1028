import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPackage,
  buildPromoCode,
  buildQuestion,
  buildSharedCapacity,
  buildTicket,
} from "../../../testing/builders.ts";
import { placeTestOrder } from "../../../testing/buying.ts";
import { buildTwoClubs, fieldsOf, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
const day = 24 * 3_600_000;
const start = new Date("2030-05-01T18:00:00Z");
beforeAll(async () => {
  app = await testApp();
  app.time.now = new Date("2030-04-01T00:00:00Z");
  clubs = await buildTwoClubs(app);
  const { db } = app.database;
  const config = { capacity: 80, holdMinutes: 25, salesEnd: new Date(start.getTime() - day).toISOString() };
  const event = await buildEvent(db, {
    clubId: clubs.clubId,
    start,
    taxAmount: 7.125,
    capacity: 80,
    config,
  });
  eventId = event.id;
  const free = await buildTicket(db, eventId, { title: "Free", price: 0, maxStock: 40 });
  await buildTicket(db, eventId, {
    title: "Crew",
    isActive: false,
    salesEnd: new Date(start.getTime() - day),
  });
  await db
    .updateTable("tickets")
    .set({ valid_days: ["2030-05-01", "2030-05-02"] })
    .where("id", "=", free.id)
    .execute();
  await buildExtras(db, eventId, { maxStock: 5 });
  await buildQuestion(db, eventId, { typeId: 2, options: ["Fish", "Vegan"] });
  await db
    .updateTable("form_questions")
    .set({ shows_at_door: true })
    .where("event_id", "=", eventId)
    .execute();
  const hidden = await buildQuestion(db, eventId, { text: "Hidden" });
  await db.updateTable("form_questions").set({ is_hidden: true }).where("id", "=", hidden.id).execute();
  await buildPackage(db, eventId, { availableCount: 3 });
  await app.ask("event/saveLandingConfig", {
    body: { id: eventId, heroTitle: "Come", overviewDescription: "<p>Music</p>" },
    token: clubs.tokens.admin,
  });
  await placeTestOrder(app, eventId, free.id, 2);
});
afterAll(() => app.close());

const copy = (more: object = {}) =>
  app.ask("event/copy", {
    body: { eventId, startDatetime: "2031-05-01T18:00:00Z", ...more },
    token: clubs.tokens.admin,
  });
const read = async (id: number) => {
  const staff = { query: { eventId: id }, token: clubs.tokens.admin };
  const [tickets, extras, questions, packages] = await Promise.all([
    app.ask("ticket/getTicketsByEventId", staff),
    app.ask("event/getExtras", staff),
    app.ask("form/getFormQuestions", staff),
    app.ask("sponsorship-package/getPackagesByEventId", staff),
  ]);
  return {
    tickets: tickets.payload,
    extras: extras.payload,
    questions: questions.payload,
    packages: packages.payload,
  };
};

test("a copy is a draft with a new date and without sales: it has the texts, settings, tickets, extras, packages and visible questions", async () => {
  const original = (await app.ask("event/getEvent", { query: { eventId } })).payload;
  const created = (await copy()).payload;
  expect(created).toMatchObject({
    name: original.name,
    slug: "summer-gala",
    description: original.description,
    location: original.location,
    startDatetime: "2031-05-01T18:00:00.000Z",
    endDatetime: "2031-05-01T22:00:00.000Z",
    timeZone: original.timeZone,
    currency: original.currency,
    taxAmount: 7.125,
    isActive: false,
    registrationCount: 0,
    placesLeft: 80,
    landingConfig: original.landingConfig,
    config: { ...original.config, salesEnd: "2031-04-30T18:00:00.000Z" },
  });
  expect(created.id).not.toBe(original.id);
  const parts = await read(created.id);
  expect(parts).toMatchObject({
    tickets: [
      {
        title: "Free",
        price: 0,
        maxStock: 40,
        currentStock: 40,
        isActive: true,
        validDays: ["2031-05-01", "2031-05-02"],
      },
      { title: "Crew", isActive: false, validDays: null, salesEnd: "2031-04-30T18:00:00.000Z" },
    ],
    extras: [{ name: "Dinner", maxStock: 5, currentStock: 5, content: [{ name: "Course", quantity: 3 }] }],
    questions: [{ typeId: 2, options: ["Fish", "Vegan"], showAtDoor: true }],
    packages: [{ name: "Gold", availableCount: 3, soldCount: 0, clubId: clubs.clubId }],
  });
  expect((await read(eventId)).tickets[0]).toMatchObject({ maxStock: 40, currentStock: 38 });
});

test("a copied question is for the copied tickets, and is left out if its tickets were all removed", async () => {
  const { db } = app.database;
  const source = await buildEvent(db, { clubId: clubs.clubId });
  const dinner = await buildTicket(db, source.id, { title: "Dinner" });
  const gone = await buildTicket(db, source.id, { title: "Gone" });
  await buildQuestion(db, source.id, { text: "Dish?", ticketIds: [gone.id, dinner.id] });
  await buildQuestion(db, source.id, { text: "Boat?", ticketIds: [gone.id] });
  await buildQuestion(db, source.id, { text: "Allergies?" });
  await app.ask("ticket/removeTicket", { body: { ticketId: gone.id }, token: clubs.tokens.admin });
  const created = (await copy({ eventId: source.id })).payload;
  const { tickets, questions } = await read(created.id);
  expect(tickets.map(({ title }) => title)).toEqual(["Dinner"]);
  expect(questions.map(({ text, ticketIds }) => ({ text, ticketIds }))).toEqual([
    { text: "Dish?", ticketIds: [tickets[0]!.id] },
    { text: "Allergies?", ticketIds: null },
  ]);
});

test("a copied question depends on the copy of the other question", async () => {
  const { db } = app.database;
  const source = await buildEvent(db, { clubId: clubs.clubId });
  const gone = await buildTicket(db, source.id, { title: "Gone" });
  const menu = { typeId: 2, options: ["Fish", "Vegan"] };
  const dish = await buildQuestion(db, source.id, { ...menu, text: "Dish?" });
  const boat = await buildQuestion(db, source.id, { ...menu, text: "Boat?", ticketIds: [gone.id] });
  const shown = { equals: "Vegan" };
  const later = { askedOf: "guest", askedWhen: "later" } as const;
  await buildQuestion(db, source.id, { text: "Nuts?", ...later, showIf: { ...shown, questionId: dish.id } });
  await buildQuestion(db, source.id, { text: "Berth?", showIf: { ...shown, questionId: boat.id } });
  await app.ask("ticket/removeTicket", { body: { ticketId: gone.id }, token: clubs.tokens.admin });
  const created = (await copy({ eventId: source.id })).payload;
  const { questions } = await read(created.id);
  expect(questions.map(({ text, askedWhen, showIf }) => ({ text, askedWhen, showIf }))).toEqual([
    { text: "Dish?", askedWhen: "purchase", showIf: null },
    { text: "Nuts?", askedWhen: "later", showIf: { questionId: questions[0]!.id, equals: "Vegan" } },
  ]);
});

test("a copied package contains the copied ticket, or none if the original package contains none", async () => {
  const { db } = app.database;
  const source = await buildEvent(db, { clubId: clubs.clubId });
  const other = await buildTicket(db, source.id, { title: "Other" });
  const dinner = await buildTicket(db, source.id, { title: "Dinner" });
  const save = (id: number, tickets: object | null) =>
    app.ask("sponsorship-package/save", { body: { id, tickets }, token: clubs.tokens.admin });
  const gold = await buildPackage(db, source.id, { name: "Gold", price: 90_000 });
  const silver = await buildPackage(db, source.id, { name: "Silver", price: 50_000 });
  await buildPackage(db, source.id, { name: "Bronze", price: 10_000 });
  await save(gold.id, { ticketId: dinner.id, quantity: 8 });
  await save(silver.id, { ticketId: other.id, quantity: 2 });
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  await app.ask("sponsorship/create", { body: { eventId: source.id, packageId: gold.id, sponsorData } });
  await save(silver.id, null);
  await app.ask("ticket/removeTicket", { body: { ticketId: other.id }, token: clubs.tokens.admin });
  const created = (await copy({ eventId: source.id })).payload;
  const { tickets, packages } = await read(created.id);
  expect(tickets).toMatchObject([{ title: "Dinner", currentStock: 100 }]);
  expect(packages).toMatchObject([
    { name: "Gold", tickets: { ticketId: tickets[0]!.id, quantity: 8 }, heldCount: 0, soldCount: 0 },
    { name: "Silver", tickets: null },
    { name: "Bronze", tickets: null },
  ]);
});

test("a copy may have another name and end", async () => {
  const created = (await copy({ name: "Autumn Gala", endDatetime: "2031-05-02T01:00:00Z" })).payload;
  expect(created).toMatchObject({ slug: "autumn-gala", endDatetime: "2031-05-02T01:00:00.000Z" });
  const reply = await copy({ endDatetime: "2031-04-30T01:00:00Z" });
  expect(fieldsOf(reply)).toEqual({ endDatetime: "must not be before the start" });
});

test("two copy requests with one Idempotency-Key create one copy", async () => {
  const request = {
    body: { eventId, startDatetime: "2032-05-01T18:00:00Z", name: "Once" },
    token: clubs.tokens.admin,
    headers: { "idempotency-key": "copy-once-1" },
  };
  const [one, other] = [await app.ask("event/copy", request), await app.ask("event/copy", request)];
  expect(other.payload).toEqual(one.payload);
  expect((await read(one.payload.id)).tickets).toHaveLength(2);
});

test("a copy has the promo codes for its tickets, the shared capacities and the hidden tickets, all unused", async () => {
  const { db } = app.database;
  const staff = { token: clubs.tokens.admin };
  const early = await buildEvent(db, { clubId: clubs.clubId, start });
  const hall = await buildSharedCapacity(db, early.id, { title: "Hall", maxPlaces: 30 });
  const balcony = await buildSharedCapacity(db, early.id, { title: "Balcony", maxPlaces: 20 });
  const spec = { price: 0, sharedCapacityId: hall.id };
  const listed = await buildTicket(db, early.id, { ...spec, title: "Standard" });
  await buildTicket(db, early.id, { title: "Up there", sharedCapacityId: balcony.id });
  const crew = await buildTicket(db, early.id, { ...spec, title: "Crew", isHidden: true });
  const removed = await buildTicket(db, early.id);
  await buildPromoCode(db, early.id, { code: "ALL", maxUses: 3, endsAt: new Date(start.getTime() - day) });
  await buildPromoCode(db, early.id, { code: "CREW", kind: "access", ticketIds: [removed.id, crew.id] });
  await buildPromoCode(db, early.id, { code: "GONE", kind: "access", ticketIds: [removed.id] });
  await app.ask("ticket/removeTicket", { body: { ticketId: removed.id }, ...staff });
  await app.ask("registration/initRegistration", {
    body: { eventId: early.id, tickets: [{ ticketId: listed.id, quantity: 2 }], promoCode: "ALL" },
  });
  const { id } = (
    await app.ask("event/copy", {
      body: { eventId: early.id, startDatetime: "2031-05-01T18:00:00Z" },
      ...staff,
    })
  ).payload;
  const ofCopy = { query: { eventId: id }, ...staff };
  const tickets = (await app.ask("ticket/getTicketsByEventId", ofCopy)).payload;
  const shared = (await app.ask("sharedCapacity/getByEventId", ofCopy)).payload;
  const codes = (await app.ask("promoCode/getByEventId", ofCopy)).payload;
  const [standard, upThere, crewCopy] = tickets;
  expect(tickets.map(({ title, isHidden }) => [title, isHidden])).toEqual([
    ["Standard", false],
    ["Up there", false],
    ["Crew", true],
  ]);
  expect(shared).toMatchObject([
    { title: "Hall", maxPlaces: 30, left: 30, ticketIds: [standard!.id, crewCopy!.id] },
    { title: "Balcony", maxPlaces: 20, left: 20, ticketIds: [upThere!.id] },
  ]);
  expect(codes).toMatchObject([
    { code: "ALL", ticketIds: null, maxUses: 3, held: 0, endsAt: "2031-04-30T18:00:00.000Z" },
    { code: "CREW", kind: "access", ticketIds: [crewCopy!.id] },
  ]);
});

test("all times of a copy keep their time of day if daylight saving time ends between the two events", async () => {
  const { db } = app.database;
  const staff = { token: clubs.tokens.admin };
  // The clocks of Berlin go forward on 31 March and back on 27 October 2030.
  const opens = new Date("2030-02-01T09:00:00Z");
  const closes = new Date("2030-04-09T21:59:59Z");
  const spring = await buildEvent(db, {
    clubId: clubs.clubId,
    start: new Date("2030-04-10T17:00:00Z"),
    config: {
      salesStart: opens.toISOString(),
      salesEnd: closes.toISOString(),
      guestsUntil: closes.toISOString(),
    },
  });
  await buildTicket(db, spring.id, { salesStart: opens, salesEnd: closes });
  await buildPromoCode(db, spring.id, { startsAt: opens, endsAt: closes });
  const copied = (
    await app.ask("event/copy", {
      body: { eventId: spring.id, startDatetime: "2030-11-20T18:00:00Z" },
      ...staff,
    })
  ).payload;
  const ofCopy = { query: { eventId: copied.id }, ...staff };
  const [moved, until] = ["2030-09-13T08:00:00.000Z", "2030-11-19T22:59:59.000Z"];
  expect(copied).toMatchObject({
    endDatetime: "2030-11-20T22:00:00.000Z",
    config: { salesStart: moved, salesEnd: until, guestsUntil: until },
  });
  expect((await app.ask("ticket/getTicketsByEventId", ofCopy)).payload).toMatchObject([
    { salesStart: moved, salesEnd: until },
  ]);
  expect((await app.ask("promoCode/getByEventId", ofCopy)).payload).toMatchObject([
    { startsAt: moved, endsAt: until },
  ]);
});
