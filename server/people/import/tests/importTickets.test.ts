import { afterAll, beforeAll, expect, test } from "vitest";
import type { TicketUse } from "../../../../contract/shapes/people.ts";
import { eventById } from "../../../events/rows.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";
import { type ImportGuards, type ImportInput, importPeople } from "../importPeople.ts";
import { lockImports } from "../importRows.ts";
import { openFileTickets, ticketText } from "../importTickets.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

async function openEvent() {
  const { db } = app.database;
  const { id: eventId } = await buildEvent(db, { clubId });
  const { id: adult } = await buildTicket(db, eventId, { title: "Adult" });
  await buildTicket(db, eventId, { title: "Child" });
  return { eventId, adult };
}
const importRows = (eventId: number, rows: string[][], more: object = {}) =>
  app.ask("registration/bulkImportAttendee", { body: { eventId, rows, ...more }, token });
const ticketsOf = async (eventId: number) =>
  (await app.ask("ticket/getTicketsByEventId", { query: { eventId }, token })).payload;
const peopleOf = async (eventId: number) =>
  (
    await app.ask("registration/getAttendees", { query: { eventId, sortBy: "registration" }, token })
  ).payload.items.map(({ firstName, ticketTitle }) => `${firstName}: ${ticketTitle}`);
const expectRightCounters = async () =>
  expect([await auditCounters(app.database.db), await auditFigures(app.database.db)]).toEqual([[], []]);

const headings = ["Name", "E-mail", "Product", "Variation"];
const rowOf = (name: string, product: string, variation = "") => [
  name,
  `${name}@example.org`,
  product,
  variation,
];
const columns = [
  { heading: "Product", meaning: "ticket" },
  { heading: "Variation", meaning: "variation" },
];
const gala = [
  headings,
  rowOf("Ada", "adult"),
  rowOf("Ben", "Gala dinner", "Meat"),
  rowOf("Cem", "Gala dinner", "Meat"),
  rowOf("Dee", "Gala dinner", "Vegetarian"),
  rowOf("Eva", "Parking"),
];

test("a ticket name that the event does not have is reported once, with the number of its rows", async () => {
  const { eventId, adult } = await openEvent();
  const { payload } = await importRows(eventId, gala, { columns, dryRun: true });
  expect(payload).toMatchObject({
    fileTickets: [
      { text: "adult", count: 1 },
      { text: "Gala dinner – Meat", count: 2 },
      { text: "Gala dinner – Vegetarian", count: 1 },
      { text: "Parking", count: 1 },
    ],
    values: { ticket: { adult } },
    unnamedCount: 0,
    skippedCount: 4,
  });
  expect(payload.problems.map(({ message, count }) => [message, count])).toEqual([
    ["“Gala dinner – Meat” is not a ticket of this event.", 2],
    ["“Gala dinner – Vegetarian” is not a ticket of this event.", 1],
    ["“Parking” is not a ticket of this event.", 1],
  ]);
});

test("staff choose an existing ticket for a name, a new ticket that is not on sale, or leave the rows out", async () => {
  const { eventId, adult } = await openEvent();
  const ticket: Record<string, TicketUse> = {
    "gala dinner – meat": "make",
    "Gala dinner – Vegetarian": adult,
    Parking: "leaveOut",
  };
  const preview = await importRows(eventId, gala, { columns, values: { ticket }, dryRun: true });
  expect(preview.payload).toMatchObject({
    skippedCount: 0,
    leftOut: [{ text: "Parking", count: 1 }],
    values: { ticket: { "Gala dinner – Meat": "make", Parking: "leaveOut" } },
    places: [
      { ticketId: adult, title: "Adult", count: 2 },
      { ticketId: null, title: "Gala dinner – Meat", count: 2 },
    ],
  });
  expect(await ticketsOf(eventId)).toHaveLength(2);
  const { payload } = await importRows(eventId, gala, { columns, values: { ticket } });
  expect(payload).toMatchObject({ insertCount: 4, skippedCount: 0 });
  expect(await peopleOf(eventId)).toEqual([
    "Ada: Adult",
    "Ben: Gala dinner – Meat",
    "Cem: Gala dinner – Meat",
    "Dee: Adult",
  ]);
  expect((await ticketsOf(eventId)).at(-1)).toMatchObject({
    title: "Gala dinner – Meat",
    price: 0,
    maxStock: 2,
    currentStock: 0,
    isActive: false,
  });
  await expectRightCounters();
  // The next file has a ticket that exists by now, and is full.
  const next = await importRows(eventId, [headings, rowOf("Fay", "Gala dinner", "Meat")], { columns });
  expect(next.code).toBe("soldOut");
});

test("a ticket is not made if nobody is imported, or if all its rows have errors", async () => {
  const { eventId } = await openEvent();
  const ticket = { Gala: "make", Balcony: "make" };
  const wrong = [
    ["Name", "E-mail", "Ticket"],
    ["Ada", "nowhere", "Balcony"],
  ];
  await importRows(eventId, wrong, { values: { ticket } });
  expect(await ticketsOf(eventId)).toHaveLength(2);
  const some = [...wrong, ["Ben", "ben@example.org", "Gala"]];
  await importRows(eventId, some, { values: { ticket }, goodRowsOnly: true });
  expect((await ticketsOf(eventId)).map(({ title }) => title)).toEqual(["Adult", "Child", "Gala"]);
  await expectRightCounters();
});

test("the ticket for rows without a ticket is used for empty cells only, and not for unknown names", async () => {
  const { eventId, adult } = await openEvent();
  const rows = [headings, rowOf("Ada", ""), rowOf("Ben", "Child"), rowOf("Cem", "Balcony")];
  const { payload } = await importRows(eventId, rows, { columns, ticketId: adult, dryRun: true });
  expect(payload).toMatchObject({
    unnamedCount: 1,
    places: [
      { title: "Adult", count: 1 },
      { title: "Child", count: 1 },
    ],
    skipped: [{ row: 4, reason: "“Balcony” is not a ticket of this event" }],
  });
});

test("a decision about a ticket of another event is refused with its field", async () => {
  const { eventId } = await openEvent();
  const { adult: foreign } = await openEvent();
  const { status, payload } = await importRows(eventId, gala, {
    columns,
    values: { ticket: { Parking: foreign } },
    dryRun: true,
  });
  expect([status, JSON.stringify(payload)]).toEqual([400, expect.stringContaining("values.ticket.Parking")]);
});

test("a file with more than a hundred different tickets has one error, which names the columns", async () => {
  const { eventId } = await openEvent();
  const many = Array.from({ length: 101 }, (_, n) => rowOf(`g${n}`, `Ticket ${n}`));
  const { payload } = await importRows(eventId, [headings, ...many], { columns, dryRun: true });
  expect(payload.skipped).toEqual([
    {
      row: 1,
      reason:
        "The rows have more than 100 different tickets under “Product” and “Variation”. If this is no ticket, choose another meaning for the column.",
    },
  ]);
});

test.each([
  ["gala DINNER", 1],
  ["Gala-dinner!", 1],
  ["VIP", 2],
  ["VIP+", 3],
  ["vip *", undefined],
  ["Dinner", undefined],
])("the text %o is the ticket %o", (text, ticket) => {
  const tickets = [
    { id: 1, title: "Gala dinner" },
    { id: 2, title: "VIP" },
    { id: 3, title: "VIP+" },
  ];
  expect(openFileTickets(tickets, {}).judge(text)?.ticket.use).toBe(ticket);
});

test("a ticket and its variation are one text on one line", () => {
  expect(ticketText("Gala dinner", "Meat")).toBe("Gala dinner – Meat");
  expect(ticketText("", "Meat")).toBe("Meat");
  expect(ticketText("Two\nlines", "")).toBe("Two lines");
  expect(ticketText("x".repeat(300), "Meat")).toHaveLength(200);
});

async function makeTwice(guards: ImportGuards): Promise<string[]> {
  const { db } = app.database;
  const { eventId } = await openEvent();
  const event = (await eventById(db, eventId))!;
  const inputOf = (name: string): ImportInput => ({
    event,
    ticketId: null,
    columns: [],
    states: {},
    ticketUses: { Gala: "make" },
    answers: [],
    rows: (async function* () {
      yield [
        ["Name", "E-mail", "Ticket"],
        [name, `${name}@example.org`, "Gala"],
      ];
    })(),
    sheets: { names: [], chosen: null },
    fileName: null,
    dryRun: false,
    goodRowsOnly: false,
    everybodyWaits: false,
    isUpdate: false,
    idempotency: null,
    actor: "user:1",
    now: new Date(),
  });
  await Promise.allSettled(["Ada", "Ben"].map((name) => importPeople(db, inputOf(name), guards)));
  return (await ticketsOf(eventId)).map(({ title }) => title);
}

test("two concurrent imports that need the same new ticket make it once, in 3 tries", async () => {
  for (let tries = 0; tries < 3; tries++)
    expect(await makeTwice({ lockImports })).toEqual(["Adult", "Child", "Gala"]);
  await expectRightCounters();
});

test("control: if imports do not wait for each other, both make the ticket", async () => {
  let titles: string[] = [];
  for (let tries = 0; tries < 20 && titles.length < 4; tries++)
    titles = await makeTwice({ lockImports: () => Promise.resolve() });
  expect(titles).toEqual(["Adult", "Child", "Gala", "Gala"]);
  await expectRightCounters();
});
