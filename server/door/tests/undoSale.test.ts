import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saleUndoExtraMs, saleUndoMs } from "../../../contract/rules/door/saleUndo.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket, buildUser } from "../../testing/builders.ts";
import { type BuiltHelper, buildHelper } from "../../testing/doors.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let extrasId: number;
let admin: string;
let till: BuiltHelper;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T17:00:00Z");
  const start = new Date("2031-06-01T16:00:00Z");
  event = await buildEvent(db, { start, end: new Date("2031-06-01T22:00:00Z"), taxAmount: 10 });
  ticketId = (await buildTicket(db, event.id, { price: 2000, maxStock: 2 })).id;
  extrasId = (await buildExtras(db, event.id, { price: 1500, maxStock: 1 })).id;
  admin = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  till = await buildHelper(db, { eventId: event.id, now: app.time.now }, { gate: "Till" });
});

async function sell(changes: Record<string, unknown> = {}) {
  const key = `a-sale-${randomUUID()}`;
  const reply = await app.ask("door/sell", {
    token: till.token,
    headers: { "idempotency-key": key },
    body: {
      eventId: event.id,
      deviceId: till.deviceId,
      tickets: [{ ticketId, quantity: 2 }],
      extras: [{ extrasId, quantity: 1 }],
      handsOverExtras: true,
      paidBy: "cash",
      totalAmount: 6050,
      ...changes,
    },
  });
  return { key, ...reply };
}
const undo = (
  key: string,
  { token, deviceId }: Pick<BuiltHelper, "token" | "deviceId"> = till,
  headers = {},
) => app.ask("door/undoSale", { token, headers, body: { eventId: event.id, deviceId, key } });
const figures = async () =>
  (await app.ask("door/getFigures", { query: { eventId: event.id }, token: admin })).payload;
const takings = async () =>
  (
    await app.ask("door/getTill", {
      query: { eventId: event.id, deviceId: till.deviceId },
      token: till.token,
    })
  ).payload;
const expectCleanAudits = async () => {
  const { db } = app.database;
  expect([await auditCounters(db), await auditFigures(db), await auditDoor(db)]).toEqual([[], [], []]);
};
const nothingSold = { tickets: 0, extras: 0, cash: 0, cardTerminal: 0 };
const advance = (ms: number) => {
  app.time.now = new Date(app.time.now.getTime() + ms);
};

test("an undone sale is refunded and cancelled: nobody is admitted, the till has no money from it, and its places and extras can be sold again", async () => {
  const sale = await sell();
  expect(await takings()).toMatchObject({ tickets: 2, extras: 1, cash: 6050 });
  advance(saleUndoMs);
  expect(await undo(sale.key)).toMatchObject({
    status: 200,
    payload: {
      registration: { state: "cancelled" },
      order: { id: sale.payload.order.id, paymentStatus: "refunded", refundedAmount: 6050 },
    },
  });
  expect(await takings()).toMatchObject(nothingSold);
  expect(await figures()).toMatchObject({ expected: 0, arrived: 0, sales: nothingSold, conflicts: 0 });
  const { attendees, purchases } = (
    await app.ask("door/getCopy", { query: { eventId: event.id }, token: till.token })
  ).payload;
  expect(attendees).toMatchObject([
    { state: "cancelled", admission: null },
    { state: "cancelled", admission: null },
  ]);
  expect(purchases).toMatchObject([{ state: "cancelled", redemption: null, handovers: [] }]);
  await expectCleanAudits();
  expect(await sell()).toMatchObject({ status: 200 });
  await expectCleanAudits();
});

test("the history of an undone sale says that it was undone at the door", async () => {
  const sale = await sell();
  await undo(sale.key);
  const query = { orderId: sale.payload.order.id };
  const { history, refunds } = (await app.ask("order/getHistory", { query, token: admin })).payload;
  expect(refunds).toMatchObject([{ amount: 6050, state: "done", reason: "Undone at the door" }]);
  expect(history.map(({ action }) => action)).toEqual(expect.arrayContaining(["soldAtDoor", "refundAsked"]));
});

test("a free sale can be undone too", async () => {
  const free = await buildTicket(app.database.db, event.id, { price: 0, maxStock: 1 });
  const freeSale = { tickets: [{ ticketId: free.id, quantity: 1 }], extras: [], totalAmount: 0 };
  const sale = await sell(freeSale);
  expect((await undo(sale.key)).payload.order).toMatchObject({
    paymentStatus: "refunded",
    refundedAmount: 0,
  });
  expect(await sell(freeSale)).toMatchObject({ status: 200 });
  await expectCleanAudits();
});

test("a sale is undone once; the same request again gets the same reply, even when it is too late to undo", async () => {
  const sale = await sell();
  const headers = { "idempotency-key": `undo-${sale.key}` };
  const first = await undo(sale.key, till, headers);
  expect(first.status).toBe(200);
  expect(await undo(sale.key)).toMatchObject({ status: 409, code: "notActive" });
  advance(10 * saleUndoMs);
  expect((await undo(sale.key, till, headers)).payload).toEqual(first.payload);
  await expectCleanAudits();
});

test("the server's clock decides until when a sale can be undone, with some more time for the network", async () => {
  const [inTime, late] = [
    await sell({ tickets: [{ ticketId, quantity: 1 }], extras: [], totalAmount: 2200 }),
    await sell({ tickets: [{ ticketId, quantity: 1 }], extras: [], totalAmount: 2200 }),
  ];
  advance(saleUndoMs + saleUndoExtraMs);
  expect(await undo(inTime.key)).toMatchObject({ status: 200 });
  advance(1);
  expect(await undo(late.key)).toMatchObject({
    status: 409,
    code: "notActive",
    msg: "A sale can be undone for 30 seconds. Now only staff can refund it.",
  });
  expect(await takings()).toMatchObject({ tickets: 1, cash: 2200 });
  expect(await figures()).toMatchObject({ arrived: 1 });
});

test("another device cannot undo a sale, and an unknown key undoes nothing", async () => {
  const sale = await sell();
  const at = { eventId: event.id, now: app.time.now };
  const other = await buildHelper(app.database.db, at, { gate: "Other till" });
  const refusal = { status: 409, code: "notActive", msg: "This device has made no such sale." };
  expect(await undo(sale.key, other)).toMatchObject(refusal);
  // A helper's device is known by its token, whatever id it sends.
  expect(await undo(sale.key, { ...other, deviceId: till.deviceId })).toMatchObject(refusal);
  expect(await undo(`a-sale-${randomUUID()}`)).toMatchObject(refusal);
  expect(await takings()).toMatchObject({ cash: 6050 });
});

test("a device whose link may not sell, or was revoked, cannot undo a sale", async () => {
  const sale = await sell();
  const { db } = app.database;
  const at = { eventId: event.id, now: app.time.now };
  const scanner = await buildHelper(db, at, { rights: ["scan", "search", "undo"] });
  expect(await undo(sale.key, scanner)).toMatchObject({ status: 403, code: "wrongRole" });
  const revoked = await app.ask("door/revokeLink", { body: { linkId: till.linkId }, token: admin });
  expect(revoked.status).toBe(200);
  expect(await undo(sale.key)).toMatchObject({ status: 440 });
  expect(await figures()).toMatchObject({ sales: { cash: 6050 } });
});

test("a sale of which staff have refunded a part is not undone", async () => {
  const sale = await sell();
  const refund = { orderId: sale.payload.order.id, amount: 100, reason: "", cancelTickets: false };
  expect((await app.ask("order/refund", { body: refund, token: admin })).status).toBe(200);
  const refusal = { code: "notActive", msg: "Staff have refunded or cancelled this sale already." };
  expect(await undo(sale.key)).toMatchObject(refusal);
  expect(await takings()).toMatchObject({ cash: 5950 });
  expect(await figures()).toMatchObject({ arrived: 2 });
});
