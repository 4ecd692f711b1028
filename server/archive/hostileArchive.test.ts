import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../testing/app.ts";
import { databaseContents } from "../testing/contents.ts";
import { askByForm } from "../testing/form.ts";
import { archiveOf, partOfZeros, validPart } from "../testing/hostile/archive.ts";
import { buildTwoClubs, type TwoClubs } from "../testing/twoClubs.ts";
import { unzipped } from "../testing/unzipped.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

const file = {
  format: "foyer-event",
  version: 1,
  event: { name: "Gala", startDatetime: "2031-05-01T18:00:00Z", currency: "eur", timeZone: "Europe/Berlin" },
  taxRates: [],
  sharedCapacities: [],
  tickets: [{ id: 5, title: "Standard", price: 2500, maxStock: 2 }],
  questions: [],
  extras: [],
  packages: [],
  promoCodes: [],
};
const ownHeadings =
  "Attendee,Registration,State,Ticket,Ticket id,First name,Last name,E-mail,Phone,Buyer,Buyer's e-mail,Order,Paid,Places,Currency,Registered,Checked in,Code,Extras";
const eventPart = (change: object = {}) => validPart("event.json", JSON.stringify({ ...file, ...change }));
const people = (...rows: string[]) => validPart("attendees.csv", [ownHeadings, ...rows].join("\r\n"));
const row = (name: string, ticketId = "5", email = `${name}@example.org`) =>
  `1,${name},active,Standard,${ticketId},${name},,${email},,,${email},,,1,EUR,2026-01-01T10:00:00Z,,,`;

const waiting = (...rows: string[]) =>
  validPart(
    "waiting-list.csv",
    ["Entry,Ticket,Ticket id,Places,Name,E-mail,State,Joined", ...rows].join("\r\n"),
  );
const entry = (email: string, { ticketId = "5", places = "1", joined = "2026-01-01T10:00:00Z" } = {}) =>
  `1,Standard,${ticketId},${places},Wim,${email},waiting,${joined}`;

const sponsors = (...rows: string[]) =>
  validPart(
    "sponsors.csv",
    [
      "Sponsorship,Package,Package id,Organization,First name,Last name,E-mail,Phone,Message,Amount,Currency,Payment,May be shown,Hidden by staff,Order id,Logo,Created",
      ...rows,
    ].join("\r\n"),
  );
const sponsor = ({ email = "eve@example.org", amount = "500.00", shown = "yes", logo = "" } = {}) =>
  `1,Gold,1,Engines,Eve,,${email},,,${amount},EUR,paid,${shown},no,,${logo},2026-01-01T10:00:00Z`;
const oneGold = { packages: [{ id: 1, name: "Gold", price: 50_000, availableCount: 1 }] };

/** Without the counts of uploads, because refused uploads count too. */
async function storedContents() {
  const { "public.limit_counts": _counts, ...contents } = await databaseContents(app.database.db);
  return contents;
}

const send = (archive: Buffer, fields: Record<string, string> = { people: "true" }) =>
  askByForm(app, "event/fromArchive", { token: clubs.tokens.admin, files: [[archive, "x.zip"]], fields });

describe("a refused archive", () => {
  test.each<[string, () => Buffer, RegExp]>([
    ["that is no archive", () => Buffer.from("hello"), /archive is damaged/],
    ["that is cut off", () => archiveOf([eventPart()]).subarray(0, 120), /archive is damaged/],
    [
      "with a file name that leads out of its folder",
      () => archiveOf([eventPart(), validPart("../../x", "x")]),
      /archive is damaged/,
    ],
    ["without event.json", () => archiveOf([validPart("notes.txt", "x")]), /it has no file event\.json/],
    ["whose event.json is no JSON", () => archiveOf([validPart("event.json", "{")]), /is no JSON/],
    [
      "whose event.json is a list",
      () => archiveOf([validPart("event.json", "[]")]),
      /event\.json of this archive is wrong/,
    ],
    ["of a newer version", () => archiveOf([eventPart({ version: 2 })]), /newer Foyer/],
    [
      "with a price below zero",
      () => archiveOf([eventPart({ tickets: [{ ...file.tickets[0], price: -1 }] })]),
      /tickets\.0\.price must not be negative/,
    ],
    [
      "with two equal promo codes",
      () =>
        archiveOf([
          eventPart({ promoCodes: [1, 2].map((id) => ({ id, code: "A", kind: "percent", value: 5 })) }),
          people(),
        ]),
      /entry 2 of promoCodes/,
    ],
    [
      "whose package has a ticket that event.json lacks",
      () =>
        archiveOf([
          eventPart({
            packages: [{ id: 1, name: "Gold", price: 5000, tickets: { ticketId: 9, quantity: 1 } }],
          }),
          people(),
        ]),
      /entry 1 of packages: ticketId has no match/,
    ],
    [
      "that unpacks to far more than its own size",
      () => archiveOf([partOfZeros("event.json", 60)]),
      /a hundred times its size/,
    ],
    [
      "that states a smaller size than it unpacks to",
      () => archiveOf([partOfZeros("event.json", 60, 1000)]),
      /damaged/,
    ],
    [
      "whose event.json is too large",
      () => archiveOf([validPart("event.json", Array.from({ length: 2_000_000 }, (_, n) => n).join())]),
      /The file event\.json of this archive is too large/,
    ],
    [
      "without people, although people are requested",
      () => archiveOf([eventPart()]),
      /no file attendees\.csv/,
    ],
    [
      "whose attendees.csv has other columns",
      () => archiveOf([eventPart(), validPart("attendees.csv", "Name,E-mail\r\nAda,ada@example.org")]),
      /not those that Foyer wrote/,
    ],
    [
      "with an open quotation mark",
      () => archiveOf([eventPart(), people(`"${row("Ada")}`)]),
      /line 2 of attendees\.csv/,
    ],
    [
      "with a wrong address",
      () => archiveOf([eventPart(), people(row("Ada", "5", "nobody"))]),
      /row 2 “nobody” is not an e-mail address/,
    ],
    [
      "with a person whose ticket event.json lacks",
      () => archiveOf([eventPart(), people(row("Ada", "6"))]),
      /row 2 “6” is not a ticket/,
    ],
    [
      "with more people than places",
      () => archiveOf([eventPart(), people(row("Ada"), row("Ben"), row("Cyd"))]),
      /Standard/,
    ],
    ...(
      [
        [
          "with a wrong address on the waiting list",
          entry("nobody"),
          /waiting-list\.csv .* row 2: email must be an e-mail/,
        ],
        [
          "whose waiting list has a ticket that event.json lacks",
          entry("w@example.org", { ticketId: "6" }),
          /row 2: “6” is not a ticket/,
        ],
        [
          "with an entry for 0 places on the waiting list",
          entry("w@example.org", { places: "0" }),
          /row 2: places must be at least 1/,
        ],
        [
          "with an entry without a number of places on the waiting list",
          entry("w@example.org", { places: "1e3" }),
          /row 2: places must be a number/,
        ],
        [
          "with a wrong time on the waiting list",
          entry("w@example.org", { joined: "yesterday" }),
          /row 2: joined must be a time/,
        ],
        [
          "with an address twice on the waiting list",
          `${entry("w@example.org")}\r\n${entry("W@example.org")}`,
          /waits twice/,
        ],
      ] as const
    ).map(([what, rows, sentence]): [string, () => Buffer, RegExp] => [
      what,
      () => archiveOf([eventPart(), people(row("Ada")), waiting(rows)]),
      sentence,
    ]),
    ...(
      [
        [
          "whose orders have other columns",
          "orders.csv",
          "Order,Total\r\nA,5",
          /columns of orders\.csv are not .*“Order id” is missing/,
        ],
        [
          "whose payments have other columns",
          "payments.csv",
          "Payment\r\n5",
          /columns of payments\.csv .*“Order id” is missing/,
        ],
        [
          "with an order of too many cells",
          "orders.csv",
          "Order id,Of an import\r\n1,no,x",
          /orders\.csv .* row 2: it has more cells/,
        ],
        [
          "with an order of an earlier event with too many cells",
          "earlier/1/orders.csv",
          "Order id\r\n1,2",
          /earlier\/1\/orders\.csv .* row 2/,
        ],
        [
          "with an order without a closing quotation mark",
          "orders.csv",
          'Order id,Of an import\r\n"1,no',
          /line 2 of orders\.csv/,
        ],
        [
          "with more orders than can be kept",
          "orders.csv",
          `Order id,Of an import\r\n${"1,no\r\n".repeat(200_001)}`,
          /orders\.csv has more than 200,000 rows/,
        ],
        [
          "with more columns than a table may have",
          "refunds.csv",
          ",".repeat(400),
          /refunds\.csv has more than 400 columns/,
        ],
      ] as const
    ).map(([what, name, text, sentence]): [string, () => Buffer, RegExp] => [
      what,
      () => archiveOf([eventPart(), people(row("Ada")), validPart(name, text)]),
      sentence,
    ]),
    [
      "with orders that unpack to far more than their own size",
      () => archiveOf([eventPart(), people(row("Ada")), partOfZeros("orders.csv", 60)]),
      /a hundred times its size/,
    ],
    ...(
      [
        [
          "with a wrong address of a sponsor",
          sponsor({ email: "nobody" }),
          /sponsors\.csv .* row 2: sponsor\.email/,
        ],
        ["with a wrong amount of a sponsor", sponsor({ amount: "much" }), /row 2: amount must be an amount/],
        [
          "with a sponsor whose “shown” is neither yes nor no",
          sponsor({ shown: "perhaps" }),
          /row 2: shown must be yes or no/,
        ],
        ["with more sponsors than packages", `${sponsor()}\r\n${sponsor()}`, /more sponsors of a package/],
      ] as const
    ).map(([what, rows, sentence]): [string, () => Buffer, RegExp] => [
      what,
      () => archiveOf([eventPart(oneGold), people(row("Ada")), sponsors(rows)]),
      sentence,
    ]),
    [
      "with a sponsor's logo that is no picture",
      () =>
        archiveOf([
          eventPart(oneGold),
          people(row("Ada")),
          sponsors(sponsor({ logo: "pictures/sponsor-1.jpg" })),
          validPart("pictures/sponsor-1.jpg", "<svg/>"),
        ]),
      /picture|image|JPEG/i,
    ],
    [
      "whose waiting list has other columns",
      () =>
        archiveOf([
          eventPart(),
          people(row("Ada")),
          validPart("waiting-list.csv", "Name,E-mail\r\nAda,ada@example.org"),
        ]),
      /columns of waiting-list\.csv are not those that Foyer wrote: “State” is missing/,
    ],
    [
      "with a banner that is not a picture",
      () => archiveOf([eventPart(), people(row("Ada")), validPart("pictures/banner.jpg", "x")]),
      /./,
    ],
  ])(
    "an archive %s is refused, and nothing of it is written to the database",
    async (_, archive, sentence) => {
      const before = await storedContents();
      const reply = await send(archive());
      expect(reply.status, reply.msg ?? "").not.toBe(200);
      expect(reply.msg).toMatch(sentence);
      expect(reply.code).toMatch(/invalidFile|notEnoughLeft|soldOut|unsupportedType/);
      expect(await storedContents()).toEqual(before);
    },
  );

  test("a request without a file is refused", async () => {
    const reply = await app.ask("event/fromArchive", { body: {}, token: clubs.tokens.admin });
    expect(reply.code).toBe("invalidInput");
    expect(reply.payload).toMatchObject({
      fields: [{ path: "files", message: "must have the .zip file of an event's archive" }],
    });
  });
});

test("a dry run of an archive reports what would be imported, and writes nothing", async () => {
  const before = await storedContents();
  const archive = archiveOf([eventPart(), people(row("Ada"), row("Ben").replace("active", "held"))]);
  const reply = await send(archive, { people: "true", dryRun: "true" });
  expect([reply.status, reply.msg]).toEqual([
    200,
    "An event can be created from this file. It has 1 person. Left out: 1 held.",
  ]);
  expect(reply.payload).toMatchObject({
    id: 0,
    name: "Gala",
    slug: "gala",
    imported: { importId: null, people: 1, registrations: 1, leftOut: [{ text: "held", count: 1 }] },
  });
  expect(await storedContents()).toEqual(before);
});

test("an archive is imported with the addresses that forms once took, and no longer take", async () => {
  const email = "<ada@example.org>";
  const archive = archiveOf([
    eventPart(oneGold),
    people(row("Ada", "5", email)),
    waiting(entry(email)),
    sponsors(sponsor({ email })),
  ]);
  const { status, payload } = await send(archive);
  expect([status, payload.imported]).toMatchObject([200, { people: 1, waitingList: 1, sponsors: 1 }]);
  const { rows } = await sql<{ email: string }>`
    select email from attendees where event_id = ${payload.id}
    union all select email from waiting_entries where event_id = ${payload.id}
    union all select sponsor_data ->> 'email' from sponsorships where event_id = ${payload.id}`.execute(
    app.database.db,
  );
  expect(rows.map((one) => one.email)).toEqual([email, email, email]);
});

test("people from an archive whose buyer's name has two lines are imported, with the name in one line", async () => {
  const archive = archiveOf([eventPart(), people(row("ada").replace(",,,ada@", ',,"Mia\nMeier",ada@'))]);
  const { payload } = await send(archive);
  const orders = await app.ask("order/getOrders", {
    query: { eventId: payload.id },
    token: clubs.tokens.admin,
  });
  expect(orders.payload.items.map(({ buyer }) => buyer.name)).toEqual(["Mia Meier"]);
});

test("an event file that is sent twice at the same time with one key makes one event", async () => {
  const request = {
    body: { event: file },
    token: clubs.tokens.admin,
    headers: { "idempotency-key": "an-archive-twice" },
  };
  const [one, other] = await Promise.all([1, 2].map(() => app.ask("event/fromArchive", request)));
  expect(one!.payload.id).toBe(other!.payload.id);
  expect(one!.payload.imported).toEqual(other!.payload.imported);
});

test("a tax rate of an event file is created if the club lacks it, and not created again for the next file", async () => {
  const rate = { id: 3, name: "Food", percent: 7 };
  const event = { ...file, taxRates: [rate], tickets: [{ ...file.tickets[0], taxRateId: 3 }] };
  for (let time = 0; time < 2; time++)
    expect((await app.ask("event/fromArchive", { body: { event }, token: clubs.tokens.admin })).status).toBe(
      200,
    );
  const { payload } = await app.ask("taxRate/getByClubId", {
    query: { clubId: clubs.clubId },
    token: clubs.tokens.admin,
  });
  expect(payload.map(({ name }) => name)).toEqual(["Food"]);
});

test("rows of an archive that are stored only for reading have no NUL character and no ticket code", async () => {
  // The ticket's code is the last cell but one.
  const left = row("Ada").replace("active", "cancelled").replace(/,,$/, ',"{""q"":1}",');
  const orders = validPart("orders.csv", "Order id,Of an import,Note\r\n1,no,a\0b");
  const reply = await send(archiveOf([eventPart(), people(left), orders]));
  expect([reply.status, reply.payload.imported.records]).toEqual([
    200,
    [
      { file: "earlier/1/attendees.csv", count: 1 },
      { file: "earlier/1/orders.csv", count: 1 },
    ],
  ]);
  const { rows } = await sql<{ cells: string }>`
    select cells::text from archived_records where event_id = ${reply.payload.id} and place = 1 order by file`.execute(
    app.database.db,
  );
  expect(rows[0]!.cells).not.toContain("q");
  expect(rows[1]!.cells).toBe('["1", "no", "ab"]');
  const archive = await app.http.inject({
    url: "/api/event/archive",
    query: { eventId: String(reply.payload.id), people: "true" },
    headers: { authorization: clubs.tokens.admin },
  });
  const readme = (await unzipped(archive.rawPayload)).get("README.txt")!.toString();
  expect(readme).toContain(
    "earlier/1/attendees.csv: rows of the archive that this event was created from, without ticket codes;",
  );
});

test("an archive whose waiting list and sponsors have no ids of tickets and packages is imported without its waiting list", async () => {
  const sponsorRow = "1,Gold,Engines,Eve,,eve@example.org,,,500.00,EUR,paid,yes,no,,,2026-01-01T10:00:00Z";
  const archive = archiveOf([
    eventPart(oneGold),
    people(row("Ada")),
    validPart("orders.csv", "Order id,Note\r\n1,a"),
    validPart(
      "sponsors.csv",
      `Sponsorship,Package,Organization,First name,Last name,E-mail,Phone,Message,Amount,Currency,Payment,May be shown,Hidden by staff,Order id,Logo,Created\r\n${sponsorRow}`,
    ),
    validPart(
      "waiting-list.csv",
      "Entry,Ticket,Places,Name,E-mail,State,Joined\r\n1,Standard,1,Wim,wim@example.org,waiting,2026-01-01T10:00:00Z",
    ),
  ]);
  const { status, payload } = await send(archive);
  expect(status).toBe(200);
  expect(payload.imported).toMatchObject({
    people: 1,
    sponsors: 1,
    leftOut: [{ text: "waiting on the waiting list", count: 1 }],
    records: [
      { file: "earlier/1/orders.csv", count: 1 },
      { file: "earlier/1/waiting-list.csv", count: 1 },
    ],
  });
});
