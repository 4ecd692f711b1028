import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { streamCsvRows } from "hucre/csv";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutGuard } from "../../contract/rules/csv.ts";
import type { WrittenEventFile } from "../../contract/shapes/eventFile.ts";
import { auditDoor } from "../door/auditDoor.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { auditFigures } from "../stats/auditFigures.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEntry, buildSponsorship } from "../testing/builders.ts";
import { askByForm } from "../testing/form.ts";
import { historyCount } from "../testing/histories.ts";
import { buildTwoClubs, type TwoClubs } from "../testing/twoClubs.ts";
import { unzipped } from "../testing/unzipped.ts";
import { buildWholeEvent, type WholeEvent } from "../testing/wholeEvent.ts";

interface Installation {
  app: TestApp;
  twoClubs: TwoClubs;
  dataDir: string;
}

async function openInstallation(): Promise<Installation> {
  const app = await testApp();
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-trip-"));
  app.services.dataDir = dataDir;
  return { app, twoClubs: await buildTwoClubs(app), dataDir };
}

let from: Installation;
let to: Installation;
let whole: WholeEvent;
beforeAll(async () => {
  [from, to] = [await openInstallation(), await openInstallation()];
  whole = await buildWholeEvent(from.app, {
    token: from.twoClubs.tokens.admin,
    clubId: from.twoClubs.clubId,
  });
  const { db } = from.app.database;
  const { event, ticketIds } = whole;
  const { eventId } = whole;
  await buildSponsorship(db, { eventId, amount: 4000, paymentStatus: "paid", isPublic: false });
  await buildSponsorship(db, { eventId, amount: 4000 });
  const gone = await buildEntry(db, { event, ticketId: ticketIds.free, name: "Gone" });
  await db.updateTable("waiting_entries").set({ state: "left" }).where("id", "=", gone.entryId).execute();
  for (const entry of [
    { name: "Zoë", places: 3, email: "zoe@example.org" },
    { name: "Gone", places: 1, email: "second@example.org" },
  ])
    await buildEntry(db, { event, ticketId: ticketIds.free, ...entry });
});
afterAll(async () => {
  for (const { app, dataDir } of [from, to]) {
    await app.close();
    await rm(dataDir, { recursive: true });
  }
});

async function archiveOf(
  { app, twoClubs }: Installation,
  eventId: number,
  people: "true" | "false" = "true",
): Promise<Buffer> {
  const reply = await app.http.inject({
    url: "/api/event/archive",
    query: { eventId: String(eventId), people },
    headers: { authorization: twoClubs.tokens.admin },
  });
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
}

function eventFromArchive(
  { app, twoClubs }: Installation,
  archive: Buffer,
  fields: Record<string, string> = { people: "true" },
) {
  return askByForm(app, "event/fromArchive", {
    token: twoClubs.tokens.admin,
    files: [[archive, "sommerfest.zip"]],
    fields,
  });
}

type Ids = { id: number }[];
type Row = Readonly<Record<string, string>>;

function tableOf(files: ReadonlyMap<string, Buffer>, name: string): { headings: string[]; rows: Row[] } {
  const [headings = [], ...rows] = [...streamCsvRows(files.get(name)!.toString(), { delimiter: "," })].map(
    (cells) => cells.map((cell) => withoutGuard(String(cell))),
  );
  return {
    headings,
    rows: rows.map((cells) => Object.fromEntries(headings.map((heading, index) => [heading, cells[index]!]))),
  };
}

/** Ids become positions; codes, and rows that are not imported, are left out. */
async function comparable(archive: Buffer) {
  const files = await unzipped(archive);
  const { clubName: _club, ...event } = JSON.parse(files.get("event.json")!.toString()) as WrittenEventFile;
  const place = (list: keyof typeof event, id: number | null | undefined) =>
    id === null || id === undefined ? id : (event[list] as Ids).findIndex((one) => one.id === id);
  const without = <Item extends { id?: unknown }>({ id: _id, ...item }: Item) => item;
  // The order of rates differs if the club has an equal one.
  event.taxRates.sort((one, other) =>
    JSON.stringify(without(one)) < JSON.stringify(without(other)) ? -1 : 1,
  );
  const { headings, rows: people } = tableOf(files, "attendees.csv");
  const waiting = tableOf(files, "waiting-list.csv");
  const sponsors = tableOf(files, "sponsors.csv");
  const sizeOf = async (picture: Buffer) => {
    const { format, width, height } = await sharp(picture).metadata();
    return { format, width, height };
  };
  const registrations: string[] = [];
  return {
    names: [...files.keys()].filter((name) => !/^(?:pictures\/sponsor-|earlier\/)/.test(name)),
    ...event,
    taxRates: event.taxRates.map(without),
    sharedCapacities: event.sharedCapacities.map(without),
    tickets: event.tickets.map((ticket) => ({
      ...without(ticket),
      sharedCapacityId: place("sharedCapacities", ticket.sharedCapacityId as number | null),
      taxRateId: place("taxRates", ticket.taxRateId as number | null),
    })),
    questions: event.questions.map((question) => ({
      ...without(question),
      ticketIds: question.ticketIds?.map((id) => place("tickets", id as number)),
      showIf: question.showIf && {
        ...question.showIf,
        questionId: place("questions", question.showIf.questionId),
      },
    })),
    removedQuestions: event.removedQuestions?.map(without),
    extras: event.extras.map((one) => ({
      ...without(one),
      taxRateId: place("taxRates", one.taxRateId as number | null),
    })),
    packages: event.packages.map((one) => ({
      ...without(one),
      taxRateId: place("taxRates", one.taxRateId as number | null),
      tickets: one.tickets && { ...one.tickets, ticketId: place("tickets", one.tickets.ticketId as number) },
    })),
    promoCodes: event.promoCodes.map((one) => ({
      ...without(one),
      ticketIds: one.ticketIds?.map((id) => place("tickets", id as number)),
    })),
    headings,
    sponsorHeadings: sponsors.headings,
    sponsors: await Promise.all(
      sponsors.rows
        .filter((row) => row.Payment === "paid")
        .map(
          async ({ Sponsorship: _id, "Order id": _order, "Package id": packageId, Logo: logo, ...row }) => ({
            ...row,
            package: packageId === "" ? null : place("packages", Number(packageId)),
            logo: logo === "" ? null : await sizeOf(files.get(logo!)!),
          }),
        ),
    ),
    waitingHeadings: waiting.headings,
    waiting: waiting.rows
      .filter((row) => row.State === "waiting")
      .map(({ Entry: _entry, "Ticket id": ticketId, ...row }) => ({
        ...row,
        ticket: place("tickets", Number(ticketId)),
      })),
    people: people
      .filter((row) => row.State === "active")
      .map(
        ({ Attendee: attendee, Code: code, Registration: registration, "Ticket id": ticketId, ...row }) => {
          expect(code).toContain(`"a":${attendee}`);
          if (!registrations.includes(registration!)) registrations.push(registration!);
          return {
            ...row,
            registration: registrations.indexOf(registration!),
            ticket: place("tickets", Number(ticketId)),
          };
        },
      ),
  };
}

const isNotImported: Readonly<Record<string, (row: Row) => boolean>> = {
  "attendees.csv": (row) => row.State !== "active",
  "orders.csv": (row) => row["Of an import"] !== "yes",
  "order-lines.csv": () => true,
  "payments.csv": () => true,
  "refunds.csv": () => true,
  "extras.csv": () => true,
  "sponsors.csv": (row) => row.Payment !== "paid",
  "waiting-list.csv": (row) => row.State !== "waiting",
};

/** The rows that an import keeps under earlier/1. */
async function rowsToKeep(archive: Buffer): Promise<Record<string, Row[]>> {
  const files = await unzipped(archive);
  const { rows: orders } = tableOf(files, "orders.csv");
  const madeAgain = new Set(
    orders.filter((row) => row["Of an import"] === "yes").map((row) => row["Order id"]),
  );
  return Object.fromEntries(
    Object.entries(isNotImported).flatMap(([name, isKept]) => {
      const rows = tableOf(files, name).rows.filter(
        (row) => isKept(row) && (name !== "order-lines.csv" || !madeAgain.has(row["Order id"])),
      );
      return rows.length === 0 ? [] : [[`earlier/1/${name}`, rows]];
    }),
  );
}

async function earlierRowsIn(archive: Buffer): Promise<Record<string, Row[]>> {
  const files = await unzipped(archive);
  const names = [...files.keys()].filter((name) => name.startsWith("earlier/"));
  return Object.fromEntries(names.map((name) => [name, tableOf(files, name).rows]));
}

test("an event from an archive has the same parts and people and keeps the other rows, and so does a second copy", async () => {
  const archive = await archiveOf(from, whole.eventId);
  const { payload: event, status, msg } = await eventFromArchive(to, archive);
  expect([status, msg]).toEqual([
    200,
    "The event is a draft until you publish it. It has 7 people, 3 on the waiting list, and 2 sponsors. Left out: 1 cancelled, 1 left on the waiting list, 1 pending sponsor. Only in its archive, not in the event: 4 orders, 2 payments, 1 refund, 1 extra.",
  ]);
  expect(event).toMatchObject({
    isActive: false,
    slug: whole.event.slug,
    registrationCount: 7,
    imported: {
      people: 7,
      registrations: 3,
      leftOut: [
        { text: "cancelled", count: 1 },
        { text: "left on the waiting list", count: 1 },
        { text: "pending sponsor", count: 1 },
      ],
      unkeptFields: [],
      waitingList: 3,
      sponsors: 2,
      records: expect.arrayContaining([
        { file: "earlier/1/orders.csv", count: 4 },
        { file: "earlier/1/refunds.csv", count: 1 },
      ]),
    },
  });
  const again = await archiveOf(to, event.id);
  expect(await comparable(again)).toEqual(await comparable(archive));
  const kept = await rowsToKeep(archive);
  expect(Object.keys(kept).sort()).toEqual(
    Object.keys(isNotImported)
      .map((name) => `earlier/1/${name}`)
      .sort(),
  );
  expect(await earlierRowsIn(again)).toEqual(kept);
  // The second copy keeps the same rows, because the first has no purchases of its own.
  const { payload: second } = await eventFromArchive(to, again);
  expect(second.slug).toBe(`${whole.event.slug}-2`);
  const thirdArchive = await archiveOf(to, second.id);
  expect(await earlierRowsIn(thirdArchive)).toEqual(kept);
  const third = await comparable(thirdArchive);
  expect(third).toEqual({ ...(await comparable(again)), event: { ...third.event, slug: second.slug } });
  await expectRightCounts();
});

test("people from an archive have free registrations and their check-ins, and can be taken back", async () => {
  const { app, twoClubs } = to;
  const { payload: event } = await eventFromArchive(to, await archiveOf(from, whole.eventId));
  const query = { eventId: event.id, itemsPerPage: -1 };
  const { payload: list } = await app.ask("registration/getAttendees", {
    query,
    token: twoClubs.tokens.admin,
  });
  const joerg = list.items.find(({ firstName }) => firstName === "Jörg")!;
  expect(joerg).toMatchObject({
    orderStatus: "free",
    paidElsewhere: 7000,
    additionalFields: { Extras: "2 × Dinner", "@Company": "+Rowers", Status: "guest" },
    checkinTime: expect.any(String),
  });
  expect(joerg.answers.map(({ text, answer }) => [text, answer])).toContainEqual(["Which fish?", "=Cod"]);
  const statistics = await app.ask("checkin/getStatisticsSeries", {
    query: { eventId: event.id, date: app.time.now.toISOString().slice(0, 10) },
    token: twoClubs.tokens.admin,
  });
  expect(JSON.stringify(statistics.payload)).not.toContain("7000");
  const { importId } = event.imported;
  const taken = await app.ask("import/takeBack", { body: { importId }, token: twoClubs.tokens.admin });
  expect(taken.payload).toEqual({ importId, people: 7, waitingList: 3, sponsors: 2 });
  const { payload: stock } = await app.ask("event/getStock", {
    query: { eventId: event.id },
    token: twoClubs.tokens.admin,
  });
  expect(stock.tickets.map(({ sold }) => sold)).toEqual([0, 0, 0, 0]);
  expect(await entriesOf(to, event.id)).toEqual([]);
  expect(await sponsorsOf(to, event.id)).toEqual([]);
  expect(await earlierRowsIn(await archiveOf(to, event.id))).toEqual({});
  const { rows } = await sql`select from archived_records where event_id = ${event.id}`.execute(
    app.database.db,
  );
  expect(rows).toEqual([]);
  const { payload: packages } = await app.ask("sponsorship-package/getPackagesByEventId", {
    query: { eventId: event.id },
    token: twoClubs.tokens.admin,
  });
  expect(packages.map(({ soldCount }) => soldCount)).toEqual([0]);
  await expectRightCounts();
});

const entriesOf = async ({ app, twoClubs }: Installation, eventId: number) =>
  (await app.ask("waitingList/getByEventId", { query: { eventId }, token: twoClubs.tokens.admin })).payload
    .items;

test("a waiting list from an archive has the entries that still wait, in the same order, and nobody is mailed", async () => {
  const mails = () =>
    to.app.database.db
      .selectFrom("mails")
      .select(({ fn }) => fn.countAll().as("count"))
      .execute();
  const before = await mails();
  const { payload: event } = await eventFromArchive(to, await archiveOf(from, whole.eventId));
  expect(await mails()).toEqual(before);
  expect(await entriesOf(to, event.id)).toMatchObject([
    { name: "Waits", places: 2, state: "waiting", ticketTitle: "Balcony" },
    { name: "Zoë", places: 3, state: "waiting", ticketTitle: "Child", email: "zoe@example.org" },
    { name: "Gone", places: 1, state: "waiting", ticketTitle: "Child", email: "second@example.org" },
  ]);
  const [list] = (
    await to.app.ask("import/getByEventId", { query: { eventId: event.id }, token: to.twoClubs.tokens.admin })
  ).payload;
  expect(list).toMatchObject({
    id: event.imported.importId,
    people: 7,
    waitingList: 3,
    sponsors: 2,
    records: event.imported.records!.reduce((sum, { count }) => sum + count, 0),
    refusal: null,
  });
});

const sponsorsOf = async ({ app, twoClubs }: Installation, eventId: number) =>
  (
    await app.ask("sponsorship/getSponsorshipsByEventId", {
      query: { eventId },
      token: twoClubs.tokens.admin,
    })
  ).payload;

test("a sponsor from an archive is shown with the logo, and the payment is only a note", async () => {
  const { app, twoClubs } = to;
  const token = twoClubs.tokens.admin;
  const { payload: event } = await eventFromArchive(to, await archiveOf(from, whole.eventId));
  const [donor, sponsor] = await sponsorsOf(to, event.id);
  expect(donor).toMatchObject({
    packageType: "donation",
    packageId: null,
    amount: 0,
    paidElsewhere: 4000,
    isPublic: false,
  });
  expect(sponsor).toMatchObject({
    packageType: "Gold",
    amount: 0,
    paidElsewhere: 50_000,
    paymentStatus: "paid",
    orderId: null,
    logoUrl: expect.stringMatching(/jpg$/),
  });
  const [gold] = (
    await app.ask("sponsorship-package/getPackagesByEventId", { query: { eventId: event.id }, token })
  ).payload;
  expect(gold).toMatchObject({ id: sponsor!.packageId, availableCount: 3, soldCount: 1 });
  await app.ask("event/save", {
    body: { id: event.id, isActive: true, config: { ...event.config, showSponsors: true } },
    token,
  });
  const { payload: support } = await app.ask("sponsorship/getSupport", { query: { eventId: event.id } });
  expect(support.sponsors).toEqual([
    { packageName: "Gold", names: ["Engines & Sons"], logoUrls: [sponsor!.logoUrl], others: 0 },
  ]);
  const { payload: totals } = await app.ask("sponsorship/getTotals", { query: { eventId: event.id }, token });
  expect(totals).toMatchObject([{ paid: { amount: 0 }, refunded: { amount: 0 } }]);
  // Sponsors who paid elsewhere do not stop the removal.
  const { payload: removal } = await app.ask("event/getRemoval", { query: { eventId: event.id }, token });
  expect(removal).toMatchObject({ takes: { sponsorships: 2 }, refusal: null });
  await expectRightCounts();
});

test("orders of two earlier events are kept separately, and an extra of the first does not count as sold", async () => {
  const { app, twoClubs } = to;
  const token = twoClubs.tokens.admin;
  const first = await archiveOf(from, whole.eventId);
  const { payload: event } = await eventFromArchive(to, first);
  const { payload: stock } = await app.ask("event/getStock", { query: { eventId: event.id }, token });
  expect(stock.extras.map(({ sold }) => sold)).toEqual([0]);
  const { payload: tickets } = await app.ask("ticket/getTicketsByEventId", {
    query: { eventId: event.id },
    token,
  });
  const added = await app.ask("registration/add", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: tickets[0]!.id, quantity: 1 }],
      attendees: [{ ticketId: tickets[0]!.id, firstName: "New", email: "new@example.org" }],
      paid: "free",
      mail: false,
    },
    token,
  });
  expect(added.status).toBe(200);
  const second = await archiveOf(to, event.id);
  const { payload: next, msg } = await eventFromArchive(to, second);
  expect(msg).toContain("The event is a draft until you publish it.");
  const kept = await earlierRowsIn(await archiveOf(to, next.id));
  const { "earlier/2/orders.csv": orders, "earlier/2/order-lines.csv": lines, ...others } = kept;
  expect(others).toEqual(await rowsToKeep(first));
  expect(orders).toMatchObject([{ "Buyer's e-mail": "new@example.org", "Of an import": "no" }]);
  expect(lines).toMatchObject([{ "Order id": orders![0]!["Order id"], Quantity: "1" }]);
  await expectRightCounts();
});

test("an import cannot be taken back after staff hid one of its sponsors", async () => {
  const { app, twoClubs } = to;
  const token = twoClubs.tokens.admin;
  const { payload: event } = await eventFromArchive(to, await archiveOf(from, whole.eventId));
  const sponsor = (await sponsorsOf(to, event.id)).find(({ isPublic }) => isPublic)!;
  await app.ask("sponsorship/setPublic", { body: { sponsorshipId: sponsor.id, isPublic: false }, token });
  const reply = await app.ask("import/takeBack", { body: { importId: event.imported.importId }, token });
  expect([reply.code, reply.msg]).toEqual([
    "inUse",
    `Import ${event.imported.importId} stays. Its sponsors were changed since.`,
  ]);
});

test("an import cannot be taken back after an entry of its waiting list was removed", async () => {
  const { app, twoClubs } = to;
  const token = twoClubs.tokens.admin;
  const { payload: event } = await eventFromArchive(to, await archiveOf(from, whole.eventId));
  const [first] = await entriesOf(to, event.id);
  await app.ask("waitingList/remove", { body: { entryId: first!.id }, token });
  const reply = await app.ask("import/takeBack", { body: { importId: event.imported.importId }, token });
  expect([reply.code, reply.msg]).toEqual([
    "inUse",
    `Import ${event.imported.importId} stays. 1 entry of its waiting list changed since.`,
  ]);
  expect(await entriesOf(to, event.id)).toHaveLength(3);
});

test("a waiting list that is imported without any people can be taken back", async () => {
  const { app, twoClubs } = from;
  const token = twoClubs.tokens.admin;
  const made = await eventFromArchive(from, await archiveOf(from, whole.eventId), {});
  const { payload: tickets } = await app.ask("ticket/getTicketsByEventId", {
    query: { eventId: made.payload.id },
    token,
  });
  await buildEntry(app.database.db, { event: made.payload, ticketId: tickets[0]!.id, name: "Only" });
  const { payload: event, msg } = await eventFromArchive(to, await archiveOf(from, made.payload.id));
  expect(msg).toBe("The event is a draft until you publish it. It has 1 on the waiting list.");
  const { importId } = event.imported;
  const taken = await to.app.ask("import/takeBack", { body: { importId }, token: to.twoClubs.tokens.admin });
  expect(taken.payload).toEqual({ importId, people: 0, waitingList: 1 });
  expect(await entriesOf(to, event.id)).toEqual([]);
});

test("an event is made from an archive without its people unless they are requested", async () => {
  const { payload: event } = await eventFromArchive(to, await archiveOf(from, whole.eventId), {});
  expect(event).toMatchObject({
    registrationCount: 0,
    imported: { importId: null, people: 0 },
    banner: /jpg$/,
  });
});

test("the answers to removed questions stay with the people, and these questions are not asked again", async () => {
  const { app, twoClubs } = from;
  const token = twoClubs.tokens.admin;
  const { payload: made } = await eventFromArchive(from, await archiveOf(from, whole.eventId));
  const { payload: questions } = await app.ask("form/getFormQuestions", {
    query: { eventId: made.id },
    token,
  });
  const [meal, , days, anything, rules] = questions;
  await app.ask("form/save", {
    body: { payload: { eventId: made.id, formQuestions: [meal], rmQIds: [days!.id, rules!.id] } },
    token,
  });
  // The ticket of this question was deleted.
  await sql`update form_questions set ticket_ids = '{987654}' where id = ${anything!.id}`.execute(
    app.database.db,
  );
  const archive = await archiveOf(from, made.id);
  const { payload: event } = await eventFromArchive(to, archive);
  const [before, after] = [await comparable(archive), await comparable(await archiveOf(to, event.id))];
  expect(before.removedQuestions).toMatchObject([
    { text: "Which days?", options: ["Friday", "Saturday"] },
    { text: "Anything else?", options: null },
    { text: "the house rules", askedOf: "buyer" },
  ]);
  expect(after).toEqual({ ...before, event: { ...before.event, slug: event.slug } });
  const { payload: asked } = await to.app.ask("form/getFormQuestions", {
    query: { eventId: event.id },
    token: to.twoClubs.tokens.admin,
  });
  expect(asked.map(({ text }) => text)).toEqual(["Which meal?", "Which fish?"]);
  const { payload: list } = await to.app.ask("registration/getAttendees", {
    query: { eventId: event.id, itemsPerPage: -1 },
    token: to.twoClubs.tokens.admin,
  });
  const answersOf = (firstName: string) =>
    list.items.find((one) => one.firstName === firstName)!.answers.map(({ text, answer }) => [text, answer]);
  expect(answersOf("Jörg")).toEqual(
    expect.arrayContaining([
      ["Anything else?", 'two\nlines; “quotes”, "more"'],
      ["the house rules", "true"],
    ]),
  );
  expect(answersOf("Ada")).toEqual([["Which days?", "Friday\nSaturday"]]);
  const { removedQuestions } = JSON.parse(
    (await unzipped(await archiveOf(to, event.id, "false"))).get("event.json")!.toString(),
  );
  expect(removedQuestions).toBeUndefined();
});

test("an answer that its question no longer accepts becomes an additional field", async () => {
  const { app, twoClubs } = from;
  const { payload: made } = await eventFromArchive(from, await archiveOf(from, whole.eventId));
  const questions = (
    await app.ask("form/getFormQuestions", { query: { eventId: made.id }, token: twoClubs.tokens.admin })
  ).payload;
  const [meal, , , anything] = questions;
  const longAnswer = "More. ".repeat(800).trim();
  await sql`update answers set answer = ${longAnswer} where question_id = ${anything!.id}`.execute(
    app.database.db,
  );
  await app.ask("form/save", {
    body: {
      payload: {
        eventId: made.id,
        formQuestions: [
          { ...meal, options: ["Fish, grilled", "Bread"] },
          { ...anything, typeId: 0 },
        ],
        rmQIds: [],
      },
    },
    token: twoClubs.tokens.admin,
  });
  const { payload: event, msg } = await eventFromArchive(to, await archiveOf(from, made.id));
  expect(msg).toContain("7 people");
  const query = { eventId: event.id, itemsPerPage: -1, searchKeyword: "Kim" };
  const { payload } = await to.app.ask("registration/getAttendees", {
    query,
    token: to.twoClubs.tokens.admin,
  });
  expect(payload.items[0]!.additionalFields).toMatchObject({
    "Which meal?": "Soup; hot",
    "Anything else?": longAnswer,
  });
  expect(payload.items[0]!.answers.map(({ text }) => text)).not.toContain("Which meal?");
});

const title = fc.constantFrom("Adult", "Child", "=1+1", "สวัสดี", "O’Neill, “Sr.”", "a\u00a0b");
const instant = fc
  .integer({ min: 0, max: 400 })
  .map((days) => new Date(Date.UTC(2030, 0, 1 + days)).toISOString());
const reference = (count: number) =>
  fc.option(
    fc.nat({ max: count - 1 }).map((index) => index + 1),
    { nil: null },
  );

/** Event files with parts that may refer to each other. */
const eventFileOf = fc
  .record({ rates: fc.nat({ max: 2 }), shared: fc.nat({ max: 2 }), tickets: fc.integer({ min: 1, max: 4 }) })
  .chain((counts) =>
    fc.record({
      format: fc.constant("foyer-event" as const),
      version: fc.constant(1),
      event: fc.record({
        name: title,
        description: fc.constantFrom("", "<p>One <em>evening</em>.</p>"),
        location: title,
        startDatetime: fc.constant("2031-06-01T18:00:00.000Z"),
        endDatetime: fc.constantFrom(null, "2031-06-02T18:00:00.000Z"),
        currency: fc.constantFrom("eur" as const, "usd" as const, "thb" as const),
        timeZone: fc.constantFrom("Europe/Berlin", "Asia/Bangkok"),
        taxAmount: fc.constantFrom(0, 7, 19.125),
        pricesIncludeTax: fc.boolean(),
        config: fc.record({
          capacity: fc.constantFrom(null, 100),
          holdMinutes: fc.integer({ min: 5, max: 60 }),
          waitingList: fc.boolean(),
        }),
      }),
      taxRates: listed(
        counts.rates,
        fc.record({ name: title, percent: fc.constantFrom(0, 7, 5.5), isActive: fc.boolean() }),
      ),
      sharedCapacities: listed(
        counts.shared,
        fc.record({ title, maxPlaces: fc.integer({ min: 30, max: 90 }) }),
      ),
      tickets: listed(
        counts.tickets,
        fc.record({
          title,
          description: title,
          price: fc.constantFrom(0, 2000, 259_900),
          maxStock: fc.integer({ min: 20, max: 60 }),
          salesEnd: fc.option(instant, { nil: null }),
          isActive: fc.boolean(),
          isHidden: fc.boolean(),
          validDays: fc.option(fc.constant(["2031-06-01"]), { nil: null }),
          sharedCapacityId: counts.shared === 0 ? fc.constant(null) : reference(counts.shared),
          taxRateId: counts.rates === 0 ? fc.constant(null) : reference(counts.rates),
        }),
      ),
      questions: fc
        .record({
          first: title,
          required: fc.boolean(),
          ticket: reference(counts.tickets),
          depends: fc.boolean(),
        })
        .map(({ first, required, ticket, depends }) => [
          { id: 1, typeId: 2, text: first, required, options: ["Yes", "No, thanks"] },
          { id: 7, typeId: 0, text: "And why?", showIf: depends ? { questionId: 1, equals: "Yes" } : null },
          {
            id: 3,
            typeId: 3,
            text: "Days",
            options: ["Fri", "Sat"],
            ticketIds: ticket === null ? null : [ticket],
          },
        ]),
      extras: listed(
        1,
        fc.record({ name: title, price: fc.constantFrom(0, 1500), maxStock: fc.constantFrom(null, 5) }),
      ),
      packages: listed(
        2,
        fc.record({
          name: title,
          price: fc.integer({ min: 2000, max: 90_000 }),
          availableCount: fc.constantFrom(-1, 3),
        }),
      ),
      promoCodes: fc
        .record({
          value: fc.constantFrom(10, 12.5),
          ticket: reference(counts.tickets),
          endsAt: fc.option(instant, { nil: null }),
        })
        .map(({ value, ticket, endsAt }) => [
          {
            id: 1,
            code: "A",
            kind: "percent" as const,
            value,
            ticketIds: ticket === null ? null : [ticket],
            endsAt,
          },
        ]),
    }),
  );

function listed<Item extends object>(
  count: number,
  item: fc.Arbitrary<Item>,
): fc.Arbitrary<(Item & { id: number })[]> {
  return fc
    .array(item, { minLength: count, maxLength: count })
    .map((items) => items.map((one, index) => ({ id: index + 1, ...one })));
}

const person = fc.record({
  who: fc.nat({ max: 30 }),
  firstName: fc.constantFrom("Ada", "Jörg", "สมชาย", "O’Neill", "=1+1"),
  order: fc.constantFrom("", "", "A1", "B2"),
  quantity: fc.constantFrom("", "2"),
  price: fc.constantFrom("", "20.00", "1020.50"),
  checkedIn: fc.constantFrom("", "Yes", "2025-05-02T10:00:00Z"),
  company: fc.constantFrom("", "Acme; “Sons”", "-5"),
  answer: fc.constantFrom("", "No, thanks", "Yes"),
});

test("an event of any parts and any people stays the same when it is made again from its archive", async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(
      eventFileOf,
      fc.uniqueArray(person, { selector: ({ who }) => who, maxLength: 12 }),
      fc.uniqueArray(fc.tuple(fc.constantFrom("ada", "=1+1", "b\u00fc"), fc.integer({ min: 1, max: 4 })), {
        selector: ([name]) => name,
      }),
      fc.array(
        fc.record({
          organization: fc.constantFrom("", "=1+1", "Söhne & Co"),
          amount: fc.constantFrom(2000, 50_000),
          isPublic: fc.boolean(),
          isOfPackage: fc.boolean(),
        }),
        { maxLength: 4 },
      ),
      async (event, people, waiting, sponsors) => {
        const { app, twoClubs } = from;
        const token = twoClubs.tokens.admin;
        const made = await app.ask("event/fromArchive", { body: { event }, token });
        expect(made.msg).toBe("The event is a draft until you publish it.");
        const { id: eventId } = made.payload;
        const tickets = (await app.ask("ticket/getTicketsByEventId", { query: { eventId }, token })).payload;
        const rows = [
          ["Name", "E-mail", "Order", "Quantity", "Price", "Checked in", "Company", event.questions[0]!.text],
          ...people.map(({ who, firstName, order, quantity, price, checkedIn, company, answer }) => [
            `${firstName} Number${who}`,
            `guest${who}@example.org`,
            order,
            quantity,
            price,
            checkedIn,
            company,
            answer,
          ]),
        ];
        if (people.length > 0)
          await app.ask("registration/bulkImportAttendee", {
            body: { eventId, ticketId: tickets[0]!.id, rows },
            token,
          });
        for (const [name, places] of waiting)
          await buildEntry(app.database.db, {
            event: { id: eventId },
            ticketId: tickets.at(-1)!.id,
            name,
            places,
            email: `${name}@example.org`,
          });
        const { payload: packages } = await app.ask("sponsorship-package/getPackagesByEventId", {
          query: { eventId },
          token,
        });
        const unlimited = packages.find(({ availableCount }) => availableCount === -1);
        for (const { isOfPackage, ...sponsor } of sponsors)
          await buildSponsorship(app.database.db, {
            ...sponsor,
            eventId,
            paymentStatus: "paid",
            ...(isOfPackage && unlimited !== undefined && { packageId: unlimited.id }),
          });
        const archive = await archiveOf(from, eventId);
        const { payload, status } = await eventFromArchive(to, archive);
        expect(status).toBe(200);
        const again = await archiveOf(to, payload.id);
        const [before, after] = [await comparable(archive), await comparable(again)];
        expect(after).toEqual({ ...before, event: { ...before.event, slug: payload.slug } });
        expect(await earlierRowsIn(again)).toEqual(await rowsToKeep(archive));
        if (before.people.length > 0) moved += 1;
      },
    ),
    { numRuns: historyCount({ all: 12 }), endOnFailure: true },
  );
  await expectRightCounts();
  expect(moved).toBeGreaterThan(0);
});

async function expectRightCounts(): Promise<void> {
  const { db } = to.app.database;
  expect([...(await auditDoor(db)), ...(await auditFigures(db)), ...(await auditCounters(db))]).toEqual([]);
}
