import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditFigures } from "../../stats/auditFigures.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { historyCount } from "../../testing/histories.ts";
import { auditDoor } from "../auditDoor.ts";
import { decideScans } from "../decideScans.ts";
import { type Doors, openDoors, type ScanOutcome } from "../door.ts";
import { type ReadScan, type ScanFacts, type ScannedAttendee, type ScanSource, scanKey } from "../scans.ts";

const guests = ["comes", "comes too", "was cancelled", "goes"] as const;

/** An undo refers to a scan by its number among the scans of all devices; with `more`, to two. */
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("admit" as const), guest: fc.nat(3), decided: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("undo" as const), scan: fc.nat(30), more: fc.boolean() }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const history = fc.record({
  devices: fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 }),
  order: fc.array(fc.nat(1_000_000), { minLength: 40, maxLength: 40 }),
  repeats: fc.array(fc.nat(10), { maxLength: 6 }),
  clockSkewDays: fc.constantFrom(-1, 0, 0, 1, 400),
  isConcurrent: fc.boolean(),
  /** The registration of "goes" is deleted before this upload. */
  leavesBefore: fc.nat(8),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Each upload has a few scans of one device in their sequence. Some uploads are repeated. */
function uploadsOf(
  { devices, order, repeats, clockSkewDays }: History,
  ids: readonly number[],
  allDecided: boolean,
) {
  const claimedAt = new Date(Date.now() + clockSkewDays * 24 * 3_600_000).toISOString();
  const scanIds = devices.map((acts) => acts.map(() => randomUUID()));
  const all = scanIds.flat();
  const uploads = devices.flatMap((acts, device) => {
    const scans = acts.map(
      (one, index): ReadScan => ({
        scanId: scanIds[device]![index]!,
        sequence: index + 1,
        kind: one.do,
        attendeeId: one.do === "admit" ? ids[one.guest]! : null,
        purchaseId: null,
        code: null,
        lines: null,
        undoes: one.do === "undo" ? undoneScanIds(one, all) : [],
        decided: allDecided || one.do === "undo" || one.decided,
        claimedAt,
        judgesDay: false,
      }),
    );
    const cut = 1 + (order[device]! % scans.length);
    return [scans.slice(0, cut), scans.slice(cut)]
      .filter((some) => some.length > 0)
      .map((some) => ({ device, scans: some }));
  });
  const withRepeats = [...uploads, ...repeats.map((index) => uploads[index % uploads.length]!)];
  return withRepeats
    .map((upload, index) => ({ upload, place: order[index % order.length]! }))
    .sort((a, b) => a.place - b.place)
    .map(({ upload }) => upload);
}

function undoneScanIds({ scan, more }: Extract<Act, { do: "undo" }>, all: readonly string[]): string[] {
  const first = all[scan % all.length]!;
  return more ? [first, all[(scan + 1) % all.length]!] : [first];
}

/** The attendees to be admitted, found without an order. An undecided scan counts if its answer was welcome. */
function modelOf(uploads: ReturnType<typeof uploadsOf>, welcome: ReadonlySet<string>): Set<number> {
  const scans = uploads.flatMap((upload) => upload.scans);
  const undone = new Set(scans.flatMap(({ kind, undoes }) => (kind === "undo" ? undoes : [])));
  return new Set(
    scans.flatMap(({ kind, scanId, attendeeId, decided }) =>
      kind === "admit" && (decided || welcome.has(scanId)) && !undone.has(scanId) ? [attendeeId!] : [],
    ),
  );
}

const event = { id: 1, start_datetime: new Date(), end_datetime: null, time_zone: "Asia/Bangkok" };
const sourceOf = (device: number, atEvent: ScanSource["event"] = event): ScanSource => ({
  event: atEvent,
  deviceId: `00000000-0000-4000-8000-00000000000${device}`,
  gate: `Gate ${device}`,
  by: "Ann",
  userId: null,
  linkId: null,
  isRevoked: false,
});

const factsOf = (ids: readonly number[]): ScanFacts => ({
  attendees: new Map(ids.map((id, index) => [id, guestOf(id, guests[index % guests.length]!)])),
  purchases: new Map(),
  scans: new Map(),
  undone: new Map(),
  gone: { attendees: new Map(), purchases: new Map() },
});
const guestOf = (id: number, kind: (typeof guests)[number]): ScannedAttendee => ({
  id,
  eventId: event.id,
  registrationId: id,
  secret: randomUUID(),
  state: kind === "was cancelled" ? "cancelled" : "active",
  live: [],
  checkinScanId: null,
  ticketId: 1,
  firstName: kind,
  lastName: "",
  codeHash: "",
  answers: [],
  missing: [],
  validDays: null,
  oldCode: null,
});
const admittedIds = (facts: ScanFacts) =>
  new Set([...facts.attendees.values()].flatMap(({ id, live }) => (live.length > 0 ? [id] : [])));

const runs = historyCount({ all: 200 });

test(
  `in ${runs} histories, any order of uploads of decided scans admits the same attendees`,
  () => {
    const both = fc.tuple(history, fc.array(fc.nat(1_000_000), { minLength: 40, maxLength: 40 }));
    fc.assert(
      fc.property(both, ([one, otherOrder]) => {
        const ids = [1, 2, 3, 4];
        const uploads = uploadsOf(one, ids, true);
        const reordered = uploads
          .map((upload, index) => ({ upload, place: otherOrder[index % 40]! }))
          .sort((a, b) => a.place - b.place);
        const results = [uploads, reordered.map(({ upload }) => upload)].map((ordered) => {
          const facts = factsOf(ids);
          for (const { device, scans } of ordered)
            decideScans(
              facts,
              scans.map((scan) => ({ source: sourceOf(device), scan })),
              new Date(),
            );
          return admittedIds(facts);
        });
        expect(results[0]).toEqual(modelOf(uploads, new Set()));
        expect(results[1]).toEqual(results[0]);
      }),
      { numRuns: runs },
    );
  },
  60_000 + runs * 50,
);

test(
  `in ${runs} histories with undecided scans, a scan's first answer is repeated, and an undecided scan admits only with the answer welcome`,
  () => {
    fc.assert(
      fc.property(history, (one) => {
        const facts = factsOf([1, 2, 3, 4]);
        const uploads = uploadsOf(one, [1, 2, 3, 4], false);
        const first = new Map<string, unknown>();
        const welcome = new Set<string>();
        for (const { device, scans } of uploads) {
          const { decisions } = decideScans(
            facts,
            scans.map((scan) => ({ source: sourceOf(device), scan })),
            new Date(),
          );
          for (const [index, { verdict, earlier }] of decisions.entries()) {
            const { scanId, kind } = scans[index]!;
            if (first.has(scanId)) expect({ verdict, earlier }).toEqual(first.get(scanId));
            first.set(scanId, { verdict, earlier });
            if (verdict === "welcome" && kind === "admit") welcome.add(scanId);
          }
        }
        expect(admittedIds(facts)).toEqual(modelOf(uploads, welcome));
        for (const { live } of facts.attendees.values())
          for (const { scan_id } of live) expect(facts.undone.has(scanKey(event.id, scan_id))).toBe(false);
      }),
      { numRuns: runs },
    );
  },
  60_000 + runs * 50,
);

let database: TestDatabase;
let nodes: Doors[];
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
  const { db } = database;
  nodes = [openDoors({ db, clock: () => new Date() }), openDoors({ db, clock: () => new Date() })];
});
afterAll(() => database.close());

/** The third of every four is cancelled, as in `guests`. */
async function buildGuests(eventId: number, ticketId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with registered as (
      insert into registrations (event_id, state, email, access_key, places, lines, subtotal, tax, total_amount, currency)
      select ${eventId}, case when n % 4 = 3 then 'cancelled' else 'active' end, 'mia@example.org', gen_random_uuid()::text, 1,
        jsonb_build_array(jsonb_build_object('kind', 'ticket', 'refId', ${ticketId}::bigint, 'title', 'Free', 'unitPrice', 0, 'quantity', 1, 'total', 0)), 0, 0, 0, 'eur'
      from generate_series(1, ${count}::int) n order by n returning id
    )
    insert into attendees (registration_id, event_id, ticket_id, is_primary, first_name, qr_uuid)
    select id, ${eventId}, ${ticketId}, true, 'Mia', gen_random_uuid() from registered order by id returning id`.execute(
    database.db,
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

async function playHistory(
  one: History,
  ids: readonly number[],
  atEvent: ScanSource["event"],
): Promise<Set<number>> {
  const { db } = database;
  const uploads = uploadsOf(one, ids, false);
  const answers = new Map<string, ScanOutcome>();
  const welcome = new Set<string>();
  const leave = () =>
    sql`delete from registrations where id = (select registration_id from attendees where id = ${ids[3]!})`.execute(
      db,
    );
  const upload = async ({ device, scans }: (typeof uploads)[number], index: number): Promise<void> => {
    if (index === one.leavesBefore) await leave();
    const reply = await nodes[index % 2]!.submit({
      source: sourceOf(device, atEvent),
      scans,
      device: { appVersion: "", waiting: 0 },
    });
    for (const [at, answer] of reply.entries()) {
      const { scanId, kind } = scans[at]!;
      const { verdict, earlier } = answers.get(scanId) ?? answer;
      expect({ verdict: answer.verdict, earlier: answer.earlier }).toEqual({ verdict, earlier });
      answers.set(scanId, answer);
      if (verdict === "welcome" && kind === "admit") welcome.add(scanId);
    }
  };
  if (one.isConcurrent) await Promise.all(uploads.map(upload));
  else for (const [index, some] of uploads.entries()) await upload(some, index);
  const model = modelOf(uploads, welcome);
  if (uploads.length > one.leavesBefore) model.delete(ids[3]!);
  return model;
}

const batchSize = 100;

test(
  `${runs} histories that two nodes play concurrently store the admissions that the model expects`,
  async () => {
    const { db } = database;
    const builtEvent = await buildEvent(db, { start: new Date(), end: null });
    const ticket = await buildTicket(db, builtEvent.id, { maxStock: 1_000_000 });
    const atEvent = { ...event, id: builtEvent.id };
    const seed = Date.now();
    const histories = fc.sample(history, { numRuns: runs, seed });
    for (let from = 0; from < histories.length; from += batchSize) {
      const some = histories.slice(from, from + batchSize);
      const ids = await buildGuests(builtEvent.id, ticket.id, some.length * guests.length);
      const models = await Promise.all(
        some.map((one, index) => playHistory(one, ids.slice(index * 4, index * 4 + 4), atEvent)),
      );
      const { rows } = await sql<{
        id: number;
      }>`select attendee_id as id from checkins where attendee_id = any(${ids}::bigint[])`.execute(db);
      const admitted = rows.map(({ id }) => id).sort((a, b) => a - b);
      const expected = models.flatMap((model) => [...model]).sort((a, b) => a - b);
      expect(admitted, `seed ${seed}, from history ${from}`).toEqual(expected);
    }
    expect(await auditDoor(db)).toEqual([]);
    expect((await auditFigures(db)).filter(({ what }) => what.startsWith("arrived"))).toEqual([]);
  },
  120_000 + runs * 200,
);
