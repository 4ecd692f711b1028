import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { AppWithCheckout } from "../../app.ts";
import { inTransaction, type Tx } from "../../db/pool.ts";
import { violatedConstraint } from "../../db/violation.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { barrier } from "../../testing/meeting.ts";
import { buildExtrasPurchase, buildParty, scanOf } from "../../testing/parties.ts";
import { hangTimeoutMs } from "../../testing/patience.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";
import { decideAndStore } from "../door.ts";
import { type ReadScan, type ScanSource, scanWithoutDevice } from "../scans.ts";

let app: TestApp;
let other: AppWithCheckout;
let event: { id: number; clubId: number };
let ticketId: number;
let token: string;
beforeAll(async () => {
  app = await testApp({ max: 30 });
  other = await anotherNode(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  event = await buildEvent(db, { start: app.time.now, end: null });
  ticketId = (await buildTicket(db, event.id, { price: 0, maxStock: 1000 })).id;
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
});

const buildGuests = (quantity = 1) => buildParty(app, { eventId: event.id, ticketId }, quantity);
const sendScans = (turn: number, ...scans: Partial<Parameters<typeof scanOf>[0]>[]) =>
  ask([app, other][turn % 2]!, "door/sync", {
    body: { eventId: event.id, deviceId: randomUUID(), scans: scans.map(scanOf) },
    token,
  });
const checkins = () =>
  app.database.db.selectFrom("checkins").selectAll().where("event_id", "=", event.id).execute();
async function expectCleanAudits() {
  const { db } = app.database;
  expect([...(await auditDoor(db)), ...(await auditFigures(db)), ...(await auditCounters(db))]).toEqual([]);
}

const engineScan = (scan: Partial<ReadScan>): ReadScan =>
  scanWithoutDevice({ sequence: 1, kind: "admit", ...scan });
const source = (): ScanSource => ({
  event: { id: event.id, start_datetime: app.time.now, end_datetime: null, time_zone: "UTC" },
  deviceId: null,
  gate: "",
  by: "Ann",
  userId: null,
  linkId: null,
  isRevoked: false,
});

describe("one attendee admitted by two hundred concurrent scans on two nodes", () => {
  test("an attendee with 200 concurrent scans on two nodes is welcome once and counted once", async () => {
    const [mia] = await buildGuests();
    const reply = await Promise.all(
      Array.from({ length: 200 }, (_, index) => sendScans(index, { code: mia!.code })),
    );
    const verdicts = reply.map(({ payload }) => payload.answers[0]!.verdict);
    expect(verdicts.filter((verdict) => verdict === "welcome")).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === "alreadyIn")).toHaveLength(199);
    expect(await checkins()).toHaveLength(1);
    await expectCleanAudits();
  });

  test("an attendee with 200 concurrent decided admissions is counted once, and 199 of the admissions are in conflict", async () => {
    const [mia] = await buildGuests();
    const reply = await Promise.all(
      Array.from({ length: 200 }, (_, index) => sendScans(index, { code: mia!.code, decided: true })),
    );
    expect(reply.filter(({ payload }) => payload.answers[0]!.conflict)).toHaveLength(199);
    expect(await checkins()).toHaveLength(1);
    await expectCleanAudits();
  });

  test("one scan that is sent by 50 concurrent requests gets the first answer each time", async () => {
    const [mia] = await buildGuests();
    const scanId = randomUUID();
    const reply = await Promise.all(
      Array.from({ length: 50 }, (_, index) => sendScans(index, { scanId, code: mia!.code })),
    );
    expect(new Set(reply.map(({ payload }) => payload.answers[0]!.verdict))).toEqual(new Set(["welcome"]));
    await expectCleanAudits();
  });

  test("a second door waits for the transaction of the first and sees its admission", async () => {
    const [mia] = await buildGuests();
    const { db } = app.database;
    const admit = (tx: Tx) =>
      decideAndStore(
        tx,
        [{ source: source(), scans: [engineScan({ attendeeId: mia!.attendeeId })], device: null }],
        {
          now: app.time.now,
        },
      );
    const { second } = await inTransaction(db, async (tx) => {
      expect(await admit(tx)).toMatchObject([{ reply: [{ verdict: "welcome" }] }]);
      const waiting = inTransaction(db, admit);
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        );
        expect(rows).toHaveLength(1);
      }, hangTimeoutMs);
      return { second: waiting };
    });
    expect(await second).toMatchObject([{ reply: [{ verdict: "alreadyIn" }] }]);
    await expectCleanAudits();
  });

  test("control: without the locks neither of two scans sees the other, and only the database refuses the second", async () => {
    const [mia] = await buildGuests();
    const bothHaveRead = barrier(2);
    const admit = () =>
      inTransaction(app.database.db, (tx) =>
        decideAndStore(
          tx,
          [{ source: source(), scans: [engineScan({ attendeeId: mia!.attendeeId })], device: null }],
          {
            now: app.time.now,
            locks: false,
            afterReads: bothHaveRead,
          },
        ),
      );
    const outcomes = await Promise.allSettled([admit(), admit()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the last item handed over by many devices at the same time", () => {
  const one = [{ line: 0, quantity: 1 }];

  test("when 40 devices on two nodes each hand over one of the last two items, two devices are welcome", async () => {
    const { code } = await buildExtrasPurchase(app, { eventId: event.id, ticketId });
    const reply = await Promise.all(
      Array.from({ length: 40 }, (_, index) => sendScans(index, { kind: "redeem", code, lines: one })),
    );
    const verdicts = reply.map(({ payload }) => payload.answers[0]!.verdict);
    expect(verdicts.filter((verdict) => verdict === "welcome")).toHaveLength(2);
    expect(verdicts.filter((verdict) => verdict === "alreadyIn")).toHaveLength(38);
    await expectCleanAudits();
  });

  test("control: without the locks two devices hand over the last item, and only the database refuses the second", async () => {
    const { purchaseId, code } = await buildExtrasPurchase(app, { eventId: event.id, ticketId });
    await sendScans(0, { kind: "redeem", code, lines: one });
    const bothHaveRead = barrier(2);
    const handOver = () =>
      inTransaction(app.database.db, (tx) =>
        decideAndStore(
          tx,
          [
            {
              source: source(),
              scans: [engineScan({ kind: "redeem", purchaseId, lines: one })],
              device: null,
            },
          ],
          { now: app.time.now, locks: false, afterReads: bothHaveRead },
        ),
      );
    const outcomes = await Promise.allSettled([handOver(), handOver()]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused.map(violatedConstraint)).toEqual(["extras_purchases_handed"]);
    await expectCleanAudits();
  });
});

describe("devices of two events in one batch", () => {
  test("in a batch of two events, a scan learns nothing about a deleted attendee of the other event", async () => {
    const { db } = app.database;
    const [mia] = await buildGuests();
    const answer = (await sendScans(0, { code: mia!.code })).payload.answers[0];
    expect(answer).toMatchObject({ verdict: "welcome" });
    const query = { registrationId: mia!.registrationId, eventId: event.id, force: true };
    expect((await ask(app, "registration/removeRegistration", { query, token })).status).toBe(200);
    const otherSource = { ...source(), event: { ...source().event, id: (await buildEvent(db)).id } };
    const reportFrom = (from: ScanSource) => ({
      source: from,
      scans: [engineScan({ attendeeId: mia!.attendeeId, decided: true })],
      device: null,
    });
    const reply = await inTransaction(db, (tx) =>
      decideAndStore(tx, [reportFrom(otherSource), reportFrom(source())], { now: app.time.now }),
    );
    expect(reply.map((one) => one.reply.map(({ verdict }) => verdict))).toEqual([["unknown"], ["cancelled"]]);
    const rows = db.selectFrom("door_scans").select("name").where("event_id", "=", otherSource.event.id);
    expect(await rows.execute()).toEqual([]);
  });
});

describe("an undo at the same time as the scan that it undoes", () => {
  test("an undo and its scan at the same time leave nobody admitted, in 40 rounds", async () => {
    for (let round = 0; round < 40; round++) {
      const [mia] = await buildGuests();
      const scanId = randomUUID();
      const reply = await Promise.all([
        sendScans(round, { scanId, code: mia!.code, decided: true }),
        sendScans(round + 1, { kind: "undo", undoes: [scanId], decided: true }),
      ]);
      expect(reply.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(await checkins()).toEqual([]);
    await expectCleanAudits();
  });

  test("control: without the locks the undo and the scan miss each other, and the attendee stays admitted", async () => {
    // An app of its own, because the audits of its database find the differences.
    const node = await testApp();
    try {
      const { db } = node.database;
      const builtEvent = await buildEvent(db, { start: node.time.now, end: null });
      const ticket = await buildTicket(db, builtEvent.id, { price: 0 });
      const [mia] = await buildParty(node, { eventId: builtEvent.id, ticketId: ticket.id }, 1);
      const at = { ...source(), event: { ...source().event, id: builtEvent.id } };
      const bothHaveRead = barrier(2);
      const scanId = randomUUID();
      const scans = [
        engineScan({ scanId, attendeeId: mia!.attendeeId, decided: true }),
        engineScan({ kind: "undo", undoes: [scanId] }),
      ];
      await Promise.all(
        scans.map((scan) =>
          inTransaction(db, (tx) =>
            decideAndStore(tx, [{ source: at, scans: [scan], device: null }], {
              now: node.time.now,
              locks: false,
              afterReads: bothHaveRead,
            }),
          ),
        ),
      );
      expect((await auditDoor(db)).map(({ what, kept, counted }) => [what, kept, counted])).toEqual([
        ["attendee in", 1, 0],
        ["scan undone", 0, 1],
      ]);
    } finally {
      await node.close();
    }
  });
});

describe("a check-in while its registration is deleted or cancelled", () => {
  test("a check-in while its registration is deleted is answered with welcome or cancelled, and is not left behind", async () => {
    for (let round = 0; round < 30; round++) {
      const [mia] = await buildGuests(2);
      const query = { registrationId: mia!.registrationId, eventId: event.id, force: true };
      const [reply, removed] = await Promise.all([
        sendScans(round, { code: mia!.code }),
        ask([app, other][(round + 1) % 2]!, "registration/removeRegistration", { query, token }),
      ]);
      expect([reply.status, removed.status]).toEqual([200, 200]);
      expect(["welcome", "cancelled"]).toContain(reply.payload.answers[0]!.verdict);
    }
    expect(await checkins()).toEqual([]);
    await expectCleanAudits();
  });

  test("a check-in while its registration is cancelled is stored only if it was welcome, in 30 rounds", async () => {
    for (let round = 0; round < 30; round++) {
      const [mia] = await buildGuests();
      const [reply] = await Promise.all([
        sendScans(round, { code: mia!.code }),
        ask([app, other][(round + 1) % 2]!, "registration/updateStatus", {
          body: { id: mia!.registrationId, status: false },
          token,
        }),
      ]);
      const isCheckedIn = (await checkins()).some(({ attendee_id }) => attendee_id === mia!.attendeeId);
      expect(isCheckedIn).toBe(reply.payload.answers[0]!.verdict === "welcome");
    }
    await expectCleanAudits();
  });

  test("control: without the locks the registration is deleted during its check-in, and the database refuses the check-in", async () => {
    const [mia] = await buildGuests();
    const { db } = app.database;
    const admit = inTransaction(db, (tx) =>
      decideAndStore(
        tx,
        [{ source: source(), scans: [engineScan({ attendeeId: mia!.attendeeId })], device: null }],
        {
          now: app.time.now,
          locks: false,
          afterReads: async () => {
            await sql`delete from registrations where id = ${mia!.registrationId}`.execute(db);
          },
        },
      ),
    );
    await expect(admit).rejects.toMatchObject({ code: "23503" });
  });
});
