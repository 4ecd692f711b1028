import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { AppWithCheckout } from "../../app.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { scanOf } from "../../testing/parties.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";
import { decideAndStore } from "../door.ts";
import { readCodes } from "../readScan.ts";

let app: TestApp;
let other: AppWithCheckout;
let eventId: number;
let token: string;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  other = await anotherNode(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  const config = { cancelUntilHours: 0, passOnUntilHours: 0 };
  // Tickets can be passed on until the event starts, and the doors are open before.
  const start = new Date(app.time.now.getTime() + 3_600_000);
  const event = await buildEvent(db, { start, end: null, config });
  eventId = event.id;
  await buildTicket(db, eventId, { price: 0, maxStock: 1000 });
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
});

async function importGuest(round: number) {
  const code = `old-code-${round}-${randomUUID()}`;
  const rows = [
    ["Name", "E-mail", "Ticket code"],
    ["Mia Keller", `mia${round}@example.org`, code],
  ];
  await app.ask("registration/bulkImportAttendee", { body: { eventId, rows }, token });
  const guest = await app.database.db
    .selectFrom("attendees")
    .innerJoin("registrations", "registrations.id", "attendees.registration_id")
    .select(["attendees.id as attendeeId", "registrations.id as registrationId", "access_key as accessKey"])
    .where("attendees.event_id", "=", eventId)
    .orderBy("attendees.id", "desc")
    .executeTakeFirstOrThrow();
  return { ...guest, code };
}
type ImportedGuest = Awaited<ReturnType<typeof importGuest>>;

const passOn = (node: TestApp | AppWithCheckout, { attendeeId, registrationId, accessKey }: ImportedGuest) =>
  ask(node, "registration/passOn", {
    body: {
      attendeeId,
      registrationId,
      accessKey,
      firstName: "Ada",
      lastName: "Park",
      email: `ada${attendeeId}@example.org`,
      answers: [],
    },
  });
async function scan(code: string): Promise<string> {
  const body = { eventId, deviceId: randomUUID(), scans: [scanOf({ code })] };
  return (await app.ask("door/sync", { body, token })).payload.answers[0]!.verdict;
}
const isCheckedIn = async ({ attendeeId }: ImportedGuest) =>
  (await app.database.db.selectFrom("checkins").select("id").where("attendee_id", "=", attendeeId).execute())
    .length > 0;
async function expectCleanAudits() {
  const { db } = app.database;
  expect([...(await auditDoor(db)), ...(await auditFigures(db)), ...(await auditCounters(db))]).toEqual([]);
}

describe("an old code that is scanned while its place is passed on", () => {
  test("an old code lets its guest in, or the place is passed on, in 20 rounds on two nodes", async () => {
    for (let round = 0; round < 20; round++) {
      const guest = await importGuest(round);
      const [verdict, passed] = await Promise.all([
        scan(guest.code),
        passOn([app, other][round % 2]!, guest),
      ]);
      expect([
        ["welcome", 409],
        ["replaced", 200],
      ]).toContainEqual([verdict, passed.status]);
      expect(await isCheckedIn(guest)).toBe(verdict === "welcome");
    }
    await expectCleanAudits();
  });

  test("control: without the locks of the door the place is passed on, and the old code still lets its former guest in", async () => {
    const guest = await importGuest(0);
    const { db } = app.database;
    const [code] = await readCodes(db, eventId, [guest.code]);
    let status = 0;
    const event = { id: eventId, start_datetime: app.time.now, end_datetime: null, time_zone: "UTC" };
    const source = {
      event,
      deviceId: null,
      gate: "",
      by: "Ann",
      userId: null,
      linkId: null,
      isRevoked: false,
    };
    const admission = {
      scanId: randomUUID(),
      sequence: 1,
      kind: "admit" as const,
      attendeeId: null,
      purchaseId: null,
      code: code!,
      lines: null,
      undoes: [],
      decided: false,
      claimedAt: null,
      judgesDay: false,
    };
    const [decided] = await inTransaction(db, (tx) =>
      decideAndStore(tx, [{ source, scans: [admission], device: null }], {
        now: app.time.now,
        locks: false,
        afterReads: async () => {
          status = (await passOn(app, guest)).status;
        },
      }),
    );
    expect(decided).toMatchObject({ reply: [{ verdict: "welcome" }] });
    expect([status, await isCheckedIn(guest)]).toEqual([200, true]);
  });
});

test("an old code that is scanned while its new ticket is mailed is welcome or replaced, and ended afterwards", async () => {
  for (let round = 0; round < 20; round++) {
    const guest = await importGuest(round);
    const { attendeeId } = guest;
    const [verdict, mailed] = await Promise.all([
      scan(guest.code),
      ask([app, other][round % 2]!, "registration/sendTicketByAttendeeId", {
        query: { eventId, attendeeId },
        token,
      }),
    ]);
    expect(mailed.status).toBe(200);
    expect(["welcome", "replaced"]).toContain(verdict);
    expect(await isCheckedIn(guest)).toBe(verdict === "welcome");
    expect(await scan(guest.code)).toBe("replaced");
  }
  await expectCleanAudits();
});
