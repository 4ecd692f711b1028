/** Buyers cancel and pass on their own tickets on the club's terms, for the amounts that they were shown. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { EventConfig } from "../../contract/shapes/event.ts";
import { auditDoor } from "../door/auditDoor.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { auditFigures } from "../stats/auditFigures.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPromoCode,
  buildQuestion,
  buildTicket,
  buildUser,
} from "../testing/builders.ts";
import { card } from "../testing/buying.ts";
import { contentsOf } from "../testing/contents.ts";
import { openSession } from "../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

interface Sale {
  price?: number;
  people?: { firstName: string; email?: string }[];
  config?: Partial<EventConfig>;
  withExtras?: boolean;
  /** With 10 percent off. */
  withCode?: boolean;
}

const both = [{ firstName: "Mia", email: "mia@example.org" }, { firstName: "Leo" }];

/** A paid registration with 19 % tax. Buyers may change it until the event starts. */
async function sell({
  price = 2500,
  people = both,
  config,
  withExtras = false,
  withCode = false,
}: Sale = {}) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 30 * 24 * 3_600_000);
  const event = await buildEvent(db, {
    start,
    taxAmount: 19,
    config: { cancelUntilHours: 48, cancelFeePercent: 10, passOnUntilHours: 2, ...config },
  });
  const ticket = await buildTicket(db, event.id, { price, maxStock: 10 });
  const dinner = await buildExtras(db, event.id, { price: 1000, maxStock: 10 });
  if (withCode) await buildPromoCode(db, event.id, { code: "TENTH" });
  const { payload } = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      ...(withCode && { promoCode: "TENTH" }),
      tickets: [{ ticketId: ticket.id, quantity: people.length }],
      extras: withExtras ? [{ extrasId: dinner.id, quantity: 1 }] : [],
      attendees: people.map((one) => ({ ticketId: ticket.id, ...one })),
    },
  });
  const { accessKey, order, registration } = payload;
  const proof = { registrationId: registration.id, accessKey };
  if (order.totalAmount > 0) await pay(order.id, accessKey);
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const { attendees } = (await app.ask("registration/getRegistration", { query: proof })).payload;
  return { event, start, ticket, dinner, order, attendees, proof, token };
}

type Sold = Awaited<ReturnType<typeof sell>>;

async function pay(orderId: number, accessKey: string): Promise<void> {
  const begun = await app.ask("stripe/create-payment-intent", { body: { orderId, accessKey } });
  const { paymentIntentId } = begun.payload;
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
}

async function buyDinner({ proof, dinner }: Sold) {
  const { payload } = await app.ask("extras/purchaseExtras", {
    body: { ...proof, extras: [{ extrasId: dinner.id, quantity: 1 }] },
  });
  const body = { paymentIntentId: payload.paymentIntentId, accessKey: proof.accessKey, card: card() };
  await app.ask("stripe/confirm-payment", { body });
  return payload.order;
}

const shown = ({ proof }: Sold, attendeeIds?: number[]) =>
  app.ask("registration/getOwnChanges", {
    query: { ...proof, ...(attendeeIds && { attendeeIds: JSON.stringify(attendeeIds) }) },
  });
const cancel = ({ proof }: Sold, refundAmount: number, attendeeIds?: readonly number[], key = randomUUID()) =>
  app.ask("registration/cancelOwn", {
    body: { ...proof, attendeeIds, refundAmount },
    headers: { "idempotency-key": key },
  });
const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
const pass = ({ proof }: Sold, attendeeId: number, more: object = {}) =>
  app.ask("registration/passOn", { body: { ...proof, attendeeId, ...ada, ...more } });
const told = async ({ proof }: Sold) =>
  (await app.ask("registration/getRegistration", { query: proof })).payload;
const staffSee = async ({ token }: Sold, orderId: number) =>
  (await app.ask("order/getHistory", { query: { orderId }, token })).payload;
const admit = ({ token, event, proof }: Sold, attendeeId: number) =>
  app.ask("checkin/save", {
    body: { attendeeId, registrationId: proof.registrationId, eventId: event.id },
    token,
  });
const scan = ({ token, event }: Sold, qrCodeData: string | null) =>
  app.ask("checkin/scanByRegistrationId", { body: { payload: { eventId: event.id, qrCodeData } }, token });
const stockOf = async ({ event }: Sold) =>
  (await app.ask("ticket/getTicketsByEventId", { query: { eventId: event.id } })).payload[0]?.currentStock;

async function makeRefunds(...orderIds: number[]): Promise<void> {
  for (const id of orderIds) await app.checkout.makeRefunds(id);
}

async function paymentOf(orderId: number): Promise<number | null> {
  const order = await app.database.db
    .selectFrom("orders")
    .select("payment_id")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return order.payment_id;
}

async function audited(): Promise<void> {
  const { db } = app.database;
  expect([await auditCounters(db), await auditFigures(db), await auditDoor(db)]).toEqual([[], [], []]);
}

async function mails(kind: string, recipient: string) {
  const rows = await app.database.db
    .selectFrom("mails")
    .select("payload")
    .where("kind", "=", kind)
    .where("recipient", "=", recipient)
    .execute();
  return rows.map(({ payload }) => payload as Record<string, unknown>);
}

/** Runs a call that must be refused, and checks that nothing was written. */
async function refused(
  work: () => Promise<{ status: number; code?: string; msg: string | null; payload: unknown }>,
) {
  const before = await contentsOf(app.database.db);
  const { status, code, msg, payload } = await work();
  expect(await contentsOf(app.database.db)).toEqual(before);
  return { status, code, msg, payload };
}

describe("what may be done is told before it is done:", () => {
  test("until when, what goes back for each ticket and for all, and what the club keeps", async () => {
    const sale = await sell();
    const { payload } = await shown(sale);
    expect(payload).toMatchObject({
      cancelUntil: new Date(sale.start.getTime() - 48 * 3_600_000).toISOString(),
      passOnUntil: new Date(sale.start.getTime() - 2 * 3_600_000).toISOString(),
      feePercent: 10,
      cancelRefusal: null,
      passOnRefusal: null,
      tickets: [
        { firstName: "Mia", amount: 2677, fee: 298, refusal: null },
        { firstName: "Leo", amount: 2677, fee: 298, refusal: null },
      ],
      cancellation: { amount: 5355, fee: 595, isWhole: true, refusal: null },
    });
    const one = await shown(sale, [sale.attendees[1]!.attendeeId]);
    expect(one.payload.cancellation).toMatchObject({ amount: 2677, fee: 298, isWhole: false });
  });

  test("a club that says nothing allows neither", async () => {
    const sale = await sell({ config: { cancelUntilHours: null, passOnUntilHours: null } });
    const { payload } = await shown(sale);
    expect(payload).toMatchObject({ cancelUntil: null, passOnUntil: null });
    const words = /does not let buyers/;
    expect([payload.cancelRefusal, payload.passOnRefusal]).toEqual([
      expect.stringMatching(words),
      expect.stringMatching(words),
    ]);
    expect(await refused(() => cancel(sale, 5355))).toMatchObject({ status: 409, code: "notActive" });
    expect(await refused(() => pass(sale, sale.attendees[0]!.attendeeId))).toMatchObject({
      code: "notActive",
    });
  });
});

describe("cancelling", () => {
  test("one ticket gives its place to sale and its money back less the fee, and says who did it", async () => {
    const sale = await sell({ people: [both[0]!, { firstName: "Leo", email: "leo@example.org" }] });
    const leo = sale.attendees[1]!;
    const done = await cancel(sale, 2677, [leo.attendeeId]);
    expect(done.payload).toMatchObject({ amount: 2677, fee: 298, registration: { state: "active" } });
    await makeRefunds(sale.order.id);
    const { attendees, order } = await told(sale);
    expect(attendees.map(({ firstName }) => firstName)).toEqual(["Mia"]);
    expect(order).toMatchObject({ paymentStatus: "paid", refundedAmount: 2677 });
    expect(await stockOf(sale)).toBe(9);
    const { refunds, history } = await staffSee(sale, sale.order.id);
    expect(refunds).toMatchObject([{ amount: 2677, by: "Buyer", state: "done" }]);
    expect(refunds[0]?.reason).toBe("Cancelled by the buyer; €2.98 kept as the fee");
    expect(history).toContainEqual(
      expect.objectContaining({ action: "registration.ticketsCancelled", by: "Buyer" }),
    );
    expect((await scan(sale, leo.qrText)).status).toBe(404);
    expect(await mails("ownCancelled", "mia@example.org")).toContainEqual(
      expect.objectContaining({ amount: 2677, fee: 298, people: ["Leo"], isWhole: false }),
    );
    expect(await mails("ticketGone", "leo@example.org")).toMatchObject([{ why: "cancelled", name: "Leo" }]);
    // The cancellation mail announced the refund, so it gets no mail of its own.
    expect(await mails("moneyBack", "mia@example.org")).not.toContainEqual(
      expect.objectContaining({ orderId: sale.order.id }),
    );
    await audited();
  });

  test("the rest afterwards, and with the last ticket the whole registration ends", async () => {
    const sale = await sell();
    const [mia, leo] = sale.attendees;
    await cancel(sale, 2677, [mia!.attendeeId]);
    expect(await refused(() => cancel(sale, 2677, [leo!.attendeeId]))).toMatchObject({
      code: "notActive",
      msg: expect.stringContaining("on its way back"),
    });
    await makeRefunds(sale.order.id);
    // The order keeps the buyer's name although the ticket with that name is gone.
    expect((await staffSee(sale, sale.order.id)).order.buyer.email).toBe("mia@example.org");
    expect((await cancel(sale, 2677)).payload.registration.state).toBe("cancelled");
    await makeRefunds(sale.order.id);
    expect((await told(sale)).order).toMatchObject({ refundedAmount: 5354, paymentStatus: "paid" });
    expect(await stockOf(sale)).toBe(10);
    expect(await refused(() => cancel(sale, 0))).toMatchObject({
      code: "notActive",
      msg: "These tickets are cancelled.",
    });
    await audited();
  });

  test("everything takes the extras along, those bought later too, but for what was handed over", async () => {
    const sale = await sell({ withExtras: true });
    const later = await buyDinner(sale);
    const handedOver = await buyDinner(sale);
    const code = (await told(sale)).extrasPurchases.at(-1)!.qrText;
    await app.ask("registration/scanByExtrasPurchaseId", {
      body: { payload: { eventId: sale.event.id, qrCodeData: code } },
      token: sale.token,
    });
    const { cancellation, tickets } = (await shown(sale)).payload;
    expect(tickets[0]).toMatchObject({ amount: 2677, fee: 298 });
    expect(cancellation).toMatchObject({
      amount: 6426 + 1071,
      fee: 714 + 119,
      extras: [{ quantity: 1 }, { quantity: 1 }],
      keptExtras: [{ quantity: 1 }],
    });
    expect((await cancel(sale, cancellation.amount)).status).toBe(200);
    await makeRefunds(sale.order.id, later.id, handedOver.id);
    expect((await staffSee(sale, later.id)).order).toMatchObject({ refundedAmount: 1071 });
    expect((await staffSee(sale, handedOver.id)).order).toMatchObject({
      refundedAmount: 0,
      paymentStatus: "paid",
    });
    await audited();
  });

  test("a ticket that was cheaper by a code brings back what was paid for it, and the code its use", async () => {
    const sale = await sell({ withCode: true });
    expect(sale.order.totalAmount).toBe(5355);
    await cancel(sale, 2410, [sale.attendees[1]!.attendeeId]);
    await makeRefunds(sale.order.id);
    expect((await told(sale)).order).toMatchObject({ refundedAmount: 2410 });
    const code = await app.database.db
      .selectFrom("promo_codes")
      .select("sold")
      .where("event_id", "=", sale.event.id)
      .executeTakeFirst();
    expect(code).toEqual({ sold: 1 });
    await audited();
  });

  test("of what was free moves no money, and closes the order as staff close it", async () => {
    const sale = await sell({ price: 0 });
    expect((await shown(sale)).payload.cancellation).toMatchObject({ amount: 0, fee: 0 });
    expect((await cancel(sale, 0)).payload.registration.state).toBe("cancelled");
    const { order, refunds } = await staffSee(sale, sale.order.id);
    expect([order.paymentStatus, refunds]).toEqual(["refunded", []]);
    await audited();
  });

  test("with the same key does nothing twice", async () => {
    const sale = await sell();
    const body = [2677, [sale.attendees[1]!.attendeeId], randomUUID()] as const;
    const [first, again] = [await cancel(sale, ...body), await cancel(sale, ...body)];
    expect(again.payload).toEqual(first.payload);
    expect((await staffSee(sale, sale.order.id)).refunds).toHaveLength(1);
  });

  test("another amount than the buyer was shown is refused, and says what it is now", async () => {
    const sale = await sell();
    expect(await refused(() => cancel(sale, 5950))).toMatchObject({
      status: 409,
      code: "amountMismatch",
      payload: { refundAmount: 5355 },
    });
  });

  test("who is in stays in; the others may be cancelled", async () => {
    const sale = await sell();
    const [mia, leo] = sale.attendees;
    await admit(sale, mia!.attendeeId);
    for (const whom of [undefined, [mia!.attendeeId]])
      expect(await refused(() => cancel(sale, 2677, whom))).toMatchObject({
        code: "notActive",
        msg: "Mia is checked in.",
      });
    expect(await refused(() => pass(sale, mia!.attendeeId))).toMatchObject({ msg: "Mia is checked in." });
    expect((await cancel(sale, 2677, [leo!.attendeeId])).status).toBe(200);
    await audited();
  });

  test("is over when its time is, to the minute; passing on has a time of its own", async () => {
    const sale = await sell();
    const before = app.time.now;
    try {
      app.time.now = new Date(sale.start.getTime() - 48 * 3_600_000);
      expect((await shown(sale)).payload.cancelRefusal).toBeNull();
      app.time.now = new Date(app.time.now.getTime() + 60_000);
      expect(await refused(() => cancel(sale, 5355))).toMatchObject({
        msg: expect.stringMatching(/until .* 20\d\d/),
      });
      expect((await pass(sale, sale.attendees[1]!.attendeeId)).status).toBe(200);
      app.time.now = new Date(sale.start.getTime() - 3_600_000);
      expect(await refused(() => pass(sale, sale.attendees[1]!.attendeeId))).toMatchObject({
        code: "notActive",
      });
    } finally {
      app.time.now = before;
    }
  });

  test("is refused in words while the event is cancelled, staff's refund is due, a bank asks, or it was paid by hand", async () => {
    const { db } = app.database;
    const off = await sell();
    await app.ask("event/cancel", { body: { eventId: off.event.id, refund: false }, token: off.token });
    const due = await sell();
    await app.ask("order/refund", { body: { orderId: due.order.id, amount: 100 }, token: due.token });
    const request = await sell();
    const dispute = { ref: "du_1", stage: "inquiry", state: "open", dueBy: null };
    await db
      .updateTable("payments")
      .set({ disputes: JSON.stringify([dispute]) })
      .where("id", "=", await paymentOf(request.order.id))
      .execute();
    for (const [sale, words] of [
      [off, "event is cancelled"],
      [due, "on its way back"],
      [request, "looking into the payment"],
    ] as const) {
      expect((await refused(() => cancel(sale, 5355))).msg).toContain(words);
      expect((await refused(() => pass(sale, sale.attendees[0]!.attendeeId))).msg).toContain(words);
    }
    const byHand = await sell();
    const withPayment = (payment_id: number | null) =>
      db.updateTable("orders").set({ payment_id }).where("id", "=", byHand.order.id).execute();
    const paymentId = await paymentOf(byHand.order.id);
    await withPayment(null);
    expect((await refused(() => cancel(byHand, 5355))).msg).toContain("by hand");
    expect((await pass(byHand, byHand.attendees[0]!.attendeeId)).status).toBe(200);
    await withPayment(paymentId);
  });
});

describe("passing on", () => {
  test("gives the new holder a code, the old one opens no door, and everybody concerned is told", async () => {
    const sale = await sell({ people: [both[0]!, { firstName: "Leo", email: "leo@example.org" }] });
    const leo = sale.attendees[1]!;
    const passed = await pass(sale, leo.attendeeId);
    expect(passed.payload.attendee).toMatchObject({ ...ada, attendeeId: leo.attendeeId, phone: null });
    expect(passed.payload.attendee.qrUuid).not.toBe(leo.qrUuid);
    expect((await scan(sale, leo.qrText)).status).toBe(404);
    expect((await scan(sale, passed.payload.attendee.qrText)).payload).toMatchObject({ firstName: "Ada" });
    const old = { registrationId: sale.proof.registrationId, qrUuid: leo.qrUuid };
    expect((await app.ask("registration/getRegistration", { query: old })).status).toBe(404);
    expect(await mails("tickets", "ada@example.org")).toContainEqual({
      registrationId: sale.proof.registrationId,
      recipient: "ada@example.org",
    });
    expect(await mails("passedOn", "mia@example.org")).toContainEqual(
      expect.objectContaining({ registrationId: sale.proof.registrationId, from: "Leo", to: "Ada Lovelace" }),
    );
    expect(await mails("ticketGone", "leo@example.org")).toContainEqual(
      expect.objectContaining({ why: "passedOn", eventId: sale.event.id }),
    );
    expect((await staffSee(sale, sale.order.id)).history).toContainEqual(
      expect.objectContaining({
        action: "registration.passedOn",
        by: "Buyer",
        from: "Leo",
        to: "Ada Lovelace",
      }),
    );
    await audited();
  });

  test("of the buyer's own ticket leaves them the buyer", async () => {
    const sale = await sell();
    await pass(sale, sale.attendees[0]!.attendeeId);
    const { registration } = await told(sale);
    expect(registration.email).toBe("mia@example.org");
    expect((await staffSee(sale, sale.order.id)).order.buyer.name).toBe("Mia");
    // Renaming the buyer does not rename the new holder.
    const renamed = await app.ask("order/changeBuyer", {
      body: { orderId: sale.order.id, lastName: "Kellermann" },
      token: sale.token,
    });
    expect(renamed.payload.buyer.name).toBe("Mia Kellermann");
    expect((await told(sale)).attendees[0]).toMatchObject(ada);
  });

  test("asks the required questions again, and forgets what the former holder said", async () => {
    const sale = await sell();
    const { db } = app.database;
    const question = await buildQuestion(db, sale.event.id, { required: true });
    const [mia] = sale.attendees;
    await db
      .insertInto("answers")
      .values({ attendee_id: mia!.attendeeId, question_id: question.id, question_text: "Q", answer: "Nuts" })
      .execute();
    expect(await refused(() => pass(sale, mia!.attendeeId))).toMatchObject({
      status: 400,
      payload: { fields: [{ path: `answers.question${question.id}`, message: "is required" }] },
    });
    const answers = [{ questionId: question.id, answer: "None" }];
    const passed = await pass(sale, mia!.attendeeId, { answers });
    expect(passed.payload.attendee.answers).toMatchObject([{ answer: "None" }]);
  });

  test("the same ticket again and again is stopped for the day", async () => {
    const sale = await sell();
    const { attendeeId } = sale.attendees[1]!;
    for (let time = 0; time < 5; time++) expect((await pass(sale, attendeeId)).status).toBe(200);
    expect(await refused(() => pass(sale, attendeeId))).toMatchObject({ code: "tooMany" });
  });
});

describe("nobody reaches what is not theirs:", () => {
  test("people of another registration, another's key, a guest's code, wrong amounts", async () => {
    const [sale, other] = [await sell(), await sell()];
    const theirs = other.attendees[0]!.attendeeId;
    expect(await refused(() => cancel(sale, 2677, [theirs]))).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "attendeeIds.0", message: "is not of this registration" }] },
    });
    expect(await refused(() => pass(sale, theirs))).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "attendeeId" }] },
    });
    const crossed = { ...sale, proof: { ...sale.proof, accessKey: other.proof.accessKey } };
    const guest = { ...sale, proof: { ...sale.proof, accessKey: sale.attendees[1]!.qrUuid } };
    for (const thief of [crossed, guest]) {
      expect(await refused(() => cancel(thief, 5355))).toMatchObject({ status: 404 });
      expect(await refused(() => pass(thief, sale.attendees[1]!.attendeeId))).toMatchObject({ status: 404 });
      expect((await shown(thief)).status).toBe(404);
    }
    for (const refundAmount of [-1, 1.5, 1e12, "5355"])
      expect(await refused(() => cancel(sale, refundAmount as number))).toMatchObject({
        status: 400,
        payload: { fields: [{ path: "refundAmount" }] },
      });
    expect(await refused(() => cancel(sale, 0, []))).toMatchObject({ status: 400 });
    expect(await refused(() => pass(sale, sale.attendees[0]!.attendeeId, { email: "no" }))).toMatchObject({
      payload: { fields: [{ path: "email" }] },
    });
  });
});
