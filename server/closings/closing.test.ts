import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { sqlState } from "../db/pool.ts";
import type { DomainError } from "../domainError.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { placeTestOrder } from "../testing/buying.ts";
import { buildHelper } from "../testing/doors.ts";
import { openSession } from "../testing/tokens.ts";
import { closingOf, type LockClosing, signClosing } from "./closing.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let signer: { id: number; name: string };
let token: string;
let till: { token: string; deviceId: string };
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T23:00:00Z");
  const start = new Date("2031-06-01T18:00:00Z");
  event = await buildEvent(db, { start, end: new Date("2031-06-02T02:00:00Z") });
  ticketId = (await buildTicket(db, event.id, { price: 2000, title: "Standing" })).id;
  const admin = await buildUser(db, ADMIN, event.clubId);
  signer = { id: admin.id, name: admin.full_name };
  token = await openSession(db, admin.id, app.time.now);
  till = await buildHelper(db, { eventId: event.id, now: app.time.now }, { gate: "North gate" });
});

const sell = async () => {
  const body = {
    eventId: event.id,
    deviceId: till.deviceId,
    tickets: [{ ticketId, quantity: 1 }],
    paidBy: "cash",
    totalAmount: 2000,
  };
  const reply = await app.ask("door/sell", { token: till.token, body });
  expect(reply.status).toBe(200);
};
const fetchClosing = async () =>
  (await app.ask("event/getClosing", { token, query: { eventId: event.id } })).payload;
const sign = (more: object = {}, key?: string) =>
  app.ask("event/signClosing", {
    token,
    body: { eventId: event.id, signedName: "Tom Treasurer", ...more },
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
  });

describe("a signature", () => {
  test("a signature stores the figures, the counted cash, the account's name, the typed name and the time", async () => {
    await sell();
    const { seen, figures } = await fetchClosing();
    const counts = [{ till: till.deviceId, counted: 1950, note: "Fifty too little" }];
    const reply = await sign({ seen, counts, note: "Counted twice" });
    expect(reply).toMatchObject({ status: 200, msg: "The figures are signed." });
    expect(reply.payload.closings).toEqual([
      {
        version: 1,
        signedAt: app.time.now.toISOString(),
        accountName: signer.name,
        signedName: "Tom Treasurer",
        note: "Counted twice",
        figures,
        open: expect.objectContaining({ refundsDue: { count: 0, amount: 0 } }),
        counts,
      },
    ]);
    expect(reply.payload.changes).toEqual([]);
  });

  test("a signature stays unchanged when figures change, and the changes since then are listed", async () => {
    await sell();
    const first = (await sign()).payload.closings[0]!;
    await sell();
    const { changes, closings } = await fetchClosing();
    expect(closings).toEqual([first]);
    expect(changes).toEqual([
      { what: "Ticket · Standing: number", isMoney: false, was: 1, is: 2 },
      { what: "Ticket · Standing: with tax", isMoney: true, was: 2000, is: 4000 },
      { what: "Cash at the door: received", isMoney: true, was: 2000, is: 4000 },
      { what: "North gate · Lena's phone: cash expected", isMoney: true, was: 2000, is: 4000 },
      { what: "What the club should get", isMoney: true, was: 2000, is: 4000 },
    ]);
    const again = (await sign()).payload;
    expect(again.closings.map(({ version }) => version)).toEqual([2, 1]);
    expect(again.closings[1]).toEqual(first);
    expect(again.changes).toEqual([]);
  });

  test("a signature that was stored before offers were counted separately is read as one with 0 offers", async () => {
    const { open } = (await sign()).payload.closings[0]!;
    await app.database.pool.query(
      `insert into event_closings (event_id, version, signed_by, account_name, signed_name, note, figures, counts, signed_at)
       select event_id, 2, signed_by, account_name, signed_name, note, figures #- '{open,offers}', counts, signed_at
       from event_closings where event_id = $1`,
      [event.id],
    );
    expect((await fetchClosing()).closings[0]).toMatchObject({ version: 2, open: { ...open, offers: 0 } });
  });

  test("a signature is refused if money changed, or somebody signed, since the signer saw the figures", async () => {
    const { seen } = await fetchClosing();
    await sell();
    expect(await sign({ seen })).toMatchObject({ status: 409, code: "amountMismatch" });
    const later = await fetchClosing();
    await sign();
    expect(await sign({ seen: later.seen })).toMatchObject({ status: 409, code: "amountMismatch" });
    expect((await fetchClosing()).closings).toHaveLength(1);
  });

  test("a signature is accepted if only free registrations were added since the signer saw the figures", async () => {
    const { seen } = await fetchClosing();
    const free = await buildTicket(app.database.db, event.id, { price: 0 });
    await placeTestOrder(app, event.id, free.id);
    expect((await fetchClosing()).figures.people).toMatchObject({ registered: 1, free: 1 });
    expect((await sign({ seen })).status).toBe(200);
  });

  test("two signatures with the same idempotency key are one signature", async () => {
    const [one, other] = [await sign({}, "sign-once-1"), await sign({}, "sign-once-1")];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await fetchClosing()).closings).toHaveLength(1);
    expect(await sign({ note: "Other" }, "sign-once-1")).toMatchObject({ code: "idempotencyMismatch" });
  });

  test("a signature with a wrong count or no name is refused with the field's path, and nothing is stored", async () => {
    await sell();
    const counted = { till: till.deviceId, counted: 1 };
    const replies = [
      await sign({ counts: [{ till: "nowhere", counted: 1 }] }),
      await sign({ counts: [counted, counted] }),
      await sign({ counts: [{ till: till.deviceId, counted: -1 }] }),
      await sign({ counts: [{ till: till.deviceId, counted: 0.5 }] }),
      await sign({ signedName: "  " }),
    ];
    expect(
      replies.map(({ code, payload }) => [
        code,
        (payload as unknown as { fields: { path: string }[] }).fields[0]!.path,
      ]),
    ).toEqual([
      ["invalidInput", "counts.0.till"],
      ["invalidInput", "counts.1.till"],
      ["invalidInput", "counts.0.counted"],
      ["invalidInput", "counts.0.counted"],
      ["invalidInput", "signedName"],
    ]);
    expect((await fetchClosing()).closings).toEqual([]);
  });

  test("a signature cannot be changed or deleted, and is deleted with its event", async () => {
    await sign();
    const { pool } = app.database;
    for (const statement of ["update event_closings set note = 'x'", "delete from event_closings"])
      await expect(pool.query(`${statement} where event_id = $1`, [event.id])).rejects.toMatchObject({
        code: "23001",
      });
    await pool.query("delete from events where id = $1", [event.id]);
    const { rows } = await pool.query("select from event_closings where event_id = $1", [event.id]);
    expect(rows).toEqual([]);
  });
});

describe("signatures at the same time", () => {
  async function signTogether(withSeen: boolean, lock?: LockClosing): Promise<unknown[]> {
    const { db } = app.database;
    const { seen } = await closingOf(db, event.id);
    const body = {
      eventId: event.id,
      signedName: "Tom",
      note: "",
      counts: [],
      ...(withSeen ? { seen } : {}),
    };
    const context = { signer, idempotency: null, now: app.time.now };
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => signClosing(db, body, context, lock)),
    );
    return results.map((one) => (one.status === "fulfilled" ? "signed" : one.reason));
  }
  const versions = async () => (await fetchClosing()).closings.map(({ version }) => version);

  test("of six concurrent signatures with the figures that were seen, one is stored and the others are refused", async () => {
    const results = await signTogether(true);
    expect(results.filter((one) => one === "signed")).toHaveLength(1);
    for (const one of results.filter((result) => result !== "signed"))
      expect(one).toMatchObject({ code: "amountMismatch" } satisfies Partial<DomainError>);
    expect(await versions()).toEqual([1]);
  });

  test("six concurrent signatures of the current figures make six versions, one after another", async () => {
    expect(await signTogether(false)).toEqual(Array.from({ length: 6 }, () => "signed"));
    expect(await versions()).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test("control: without the lock, concurrent signatures violate the primary key", async () => {
    let waiting = 0;
    let release = () => {};
    const allArrived = new Promise<void>((resolve) => {
      release = resolve;
    });
    // In place of the lock: no signature continues before all have arrived.
    const results = await signTogether(false, async () => {
      waiting += 1;
      if (waiting === 6) release();
      await allArrived;
    });
    expect(results.filter((one) => sqlState(one) === "23505").length).toBeGreaterThan(0);
    expect(await versions()).not.toHaveLength(6);
  });
});
