import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readQrText } from "../../contract/rules/door/qr.ts";
import { readSheet } from "../spreadsheets/readSheet.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent } from "../testing/builders.ts";
import { askByForm } from "../testing/form.ts";
import { buildTwoClubs, type TwoClubs } from "../testing/twoClubs.ts";
import { unzipped } from "../testing/unzipped.ts";
import { buildWholeEvent, type WholeEvent } from "../testing/wholeEvent.ts";

let app: TestApp;
let clubs: TwoClubs;
let dataDir: string;
let whole: WholeEvent;
beforeAll(async () => {
  app = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), "foyer-archive-"));
  app.services.dataDir = dataDir;
  clubs = await buildTwoClubs(app);
  whole = await buildWholeEvent(app, { token: clubs.tokens.admin, clubId: clubs.clubId });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

async function archiveOf(people: boolean, eventId = whole.eventId) {
  const reply = await app.http.inject({
    url: "/api/event/archive",
    query: { eventId: String(eventId), people: String(people) },
    headers: { authorization: clubs.tokens.admin },
  });
  expect(reply.statusCode).toBe(200);
  return { reply, files: await unzipped(reply.rawPayload) };
}

async function rowsOf(file: Buffer | undefined): Promise<Record<string, string>[]> {
  const rows: string[][] = [];
  for await (const batch of readSheet(file!, { mostRows: 1000 })) rows.push(...batch);
  const [headings, ...others] = rows;
  return others.map((cells) =>
    Object.fromEntries(headings!.map((heading, index) => [heading, cells[index] ?? ""])),
  );
}

describe("the archive of an event", () => {
  test("an archive without people has what staff wrote, the banner, and no address of a visitor", async () => {
    const { reply, files } = await archiveOf(false);
    expect(reply.headers["content-type"]).toBe("application/zip");
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["content-disposition"]).toBe(
      `attachment; filename="${whole.event.slug}-${app.time.now.toISOString().slice(0, 10)}.zip"`,
    );
    expect([...files.keys()]).toEqual(["event.json", "pictures/banner.jpg", "README.txt"]);
    expect(Buffer.concat([...files.values()]).toString()).not.toContain("@example.org");
    expect(files.get("README.txt")!.toString()).toContain("no personal data of visitors");
    const written = JSON.parse(files.get("event.json")!.toString()) as Record<string, object[]>;
    const { free, adult, members } = whole.ticketIds;
    expect(written).toMatchObject({
      format: "foyer-event",
      version: 1,
      event: {
        name: "Sommerfest “=1+1”, สวัสดี",
        startDatetime: whole.event.startDatetime,
        config: { holdMinutes: 20, capacity: 120, ticketNote: "Bring a coat." },
        landingConfig: { heroTitle: "Summer" },
      },
      taxRates: [{ name: "Food", percent: 7 }],
      sharedCapacities: [{ title: "Main hall", maxPlaces: 80 }],
      extras: [{ name: "Dinner", price: 1500, content: [{ name: "Course", quantity: 3 }] }],
      packages: [{ name: "Gold", price: 50_000, tickets: { ticketId: adult, quantity: 2 } }],
      promoCodes: [
        { code: "EARLY", kind: "percent", value: 10 },
        { code: "MEMBER", ticketIds: [members] },
      ],
    });
    expect(written.tickets!.map((ticket) => (ticket as { id: number }).id).slice(0, 2)).toEqual([
      free,
      adult,
    ]);
    expect(written.questions).toMatchObject([
      { text: "Which meal?", options: ["Fish, grilled", "Soup; hot"] },
      { text: "Which fish?", showIf: { equals: "Fish, grilled" } },
      { text: "Which days?" },
      { text: "Anything else?", ticketIds: [adult] },
      { text: "the house rules", askedOf: "buyer" },
    ]);
  });

  test("an archive with people has tables of people, purchases and the waiting list, and its README lists each file", async () => {
    const { files } = await archiveOf(true);
    const names = [...files.keys()];
    expect(names).toEqual([
      "event.json",
      "attendees.csv",
      "orders.csv",
      "order-lines.csv",
      "payments.csv",
      "refunds.csv",
      "extras.csv",
      "sponsors.csv",
      "waiting-list.csv",
      "pictures/banner.jpg",
      expect.stringMatching(/^pictures\/sponsor-\d+\.jpg$/),
      "README.txt",
    ]);
    const readme = files.get("README.txt")!.toString();
    expect(readme).toContain("personal data");
    for (const name of names) if (name !== "README.txt") expect(readme).toContain(`\r\n${name}: `);

    const people = await rowsOf(files.get("attendees.csv"));
    expect(people.map((row) => [row["First name"], row.State, row.Ticket, row.Paid, row.Extras])).toEqual([
      ["Jörg", "active", "Adult", "70.00", "2 × Dinner"],
      ["สมชาย", "active", "Adult", "", ""],
      ["Kim", "active", "Child", "", ""],
      ["Ada", "active", "Adult", "30.00", ""],
      ["", "active", "Adult", "", ""],
      ["Left", "cancelled", "Child", "", ""],
      ["", "active", "Adult", "", ""],
      ["", "active", "Adult", "", ""],
    ]);
    expect(people[0]).toMatchObject({
      "Last name": "O’Neill",
      "E-mail": "joerg@example.org",
      Phone: "+49 40 123456",
      "Which meal?": "Fish, grilled",
      "Which fish?": "=Cod",
      "Anything else?": 'two\nlines; “quotes”, "more"',
      "@Company": "+Rowers",
      Status: "guest",
      Currency: "EUR",
    });
    expect(people[0]!["Checked in"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(people[3]).toMatchObject({
      Order: "A-1",
      Registered: "2025-05-01T10:00:00Z",
      "Checked in": "2025-05-02T11:00:00Z",
    });

    expect(await rowsOf(files.get("orders.csv"))).toMatchObject([
      { Type: "Tickets", Payment: "paid", Total: "75.00", Refunded: "5.00", "Promo code": "EARLY" },
      { Payment: "free", "Order in another system": "A-1", "Paid in another system": "30.00" },
      { Payment: "refunded", Total: "0.00" },
      { Type: "Sponsorship", Total: "500.00", "Buyer's e-mail": "eve@example.org" },
      // The seats of the package.
      { Type: "Tickets", Payment: "free" },
    ]);
    expect(
      (await rowsOf(files.get("order-lines.csv"))).map((row) => [row.Title, row.Quantity, row.Total]),
    ).toEqual(
      expect.arrayContaining([
        ["Dinner", "2", "30.00"],
        ["Adult", "2", "45.00"],
      ]),
    );
    expect(await rowsOf(files.get("payments.csv"))).toMatchObject([
      { Amount: "75.00", State: "succeeded" },
      { Amount: "500.00" },
    ]);
    expect(await rowsOf(files.get("refunds.csv"))).toMatchObject([{ Amount: "5.00", Reason: "A cold soup" }]);
    expect(await rowsOf(files.get("extras.csv"))).toMatchObject([
      { Extra: "Dinner", Quantity: "2", "Handed over": "0" },
    ]);
    const [sponsor] = await rowsOf(files.get("sponsors.csv"));
    expect(sponsor).toMatchObject({ Organization: "Engines & Sons", Amount: "500.00", Payment: "paid" });
    expect(names).toContain(sponsor!.Logo);
    expect(await rowsOf(files.get("waiting-list.csv"))).toMatchObject([
      { Ticket: "Balcony", Places: "2", Name: "Waits", State: "waiting" },
    ]);
  });

  test("in an archive, a valid ticket has the code that the door reads, and a cancelled ticket has no code", async () => {
    const people = await rowsOf((await archiveOf(true)).files.get("attendees.csv"));
    const [first, ...others] = people;
    const found = await app.ask("checkin/scanByRegistrationId", {
      body: { payload: { qrCodeData: first!.Code, eventId: whole.eventId } },
      token: clubs.tokens.admin,
    });
    // Jörg is already checked in, so his code was read.
    expect(found.code).toBe("alreadyCheckedIn");
    expect(readQrText(first!.Code)).toMatchObject({
      kind: "attendee",
      a: Number(first!.Attendee),
      e: whole.eventId,
    });
    expect(others.filter((row) => row.Code === "").map((row) => row.State)).toEqual(["cancelled"]);
  });

  test("an event without tickets, questions or people can be archived too", async () => {
    const { id } = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const { files } = await archiveOf(true, id);
    expect((await rowsOf(files.get("attendees.csv"))).length).toBe(0);
    expect(files.get("orders.csv")!.toString()).toMatch(/^\uFEFF"Order id",/);
  });
});

describe("the archive of a club", () => {
  const clubArchive = async (token: string, query: Record<string, string> = {}) => {
    const reply = await app.http.inject({
      url: "/api/club/archive",
      query: { clubId: String(clubs.clubId), ...query },
      headers: { authorization: token },
    });
    expect(reply.statusCode).toBe(200);
    return unzipped(reply.rawPayload);
  };

  test("a club's archive has its settings, and the archive of an event from which the event can be made again", async () => {
    for (const token of [clubs.tokens.admin, clubs.tokens.sudo]) {
      const files = await clubArchive(token);
      const name = `events/${whole.eventId}-${whole.event.slug}.zip`;
      expect([...files.keys()].slice(0, 2)).toEqual(["club.json", name]);
      expect(JSON.parse(files.get("club.json")!.toString())).toMatchObject({
        format: "foyer-club",
        name: "Harbour Rowers",
        location: "Harbour 1",
        taxRates: [{ name: "Food", percent: 7 }],
      });
      expect(files.get("README.txt")!.toString()).toContain(
        `\r\n${name}: the archive of ${whole.event.name}`,
      );
      expect((await rowsOf((await unzipped(files.get(name)!)).get("attendees.csv"))).length).toBe(8);
      const made = await askByForm(app, "event/fromArchive", {
        token: clubs.tokens.stranger,
        files: [[files.get(name)!, "event.zip"]],
        fields: { people: "true", clubId: String(clubs.otherClubId) },
      });
      expect(made.payload).toMatchObject({ clubId: clubs.otherClubId, registrationCount: 7 });
    }
  });

  test("a club's archive without people has no tables of people, and its README says so", async () => {
    const files = await clubArchive(clubs.tokens.admin, { people: "false" });
    const inner = await unzipped(files.get(`events/${whole.eventId}-${whole.event.slug}.zip`)!);
    expect([...inner.keys()]).toEqual(["event.json", "pictures/banner.jpg", "README.txt"]);
    expect(files.get("README.txt")!.toString()).toContain("no personal data of visitors");
  });
});
