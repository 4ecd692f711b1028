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
import { databaseContents } from "../testing/contents.ts";
import { openSession } from "../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ watchesLocks: true });
});
afterAll(() => app.close());

interface SaleOptions {
  price?: number;
  people?: { firstName: string; email?: string }[];
  config?: Partial<EventConfig>;
  withExtras?: boolean;
  /** Buys with a promo code of 10 percent. */
  withCode?: boolean;
}

const miaAndLeo = [{ firstName: "Mia", email: "mia@example.org" }, { firstName: "Leo" }];

async function sell({
  price = 2500,
  people = miaAndLeo,
  config,
  withExtras = false,
  withCode = false,
}: SaleOptions = {}) {
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

type Sale = Awaited<ReturnType<typeof sell>>;

async function pay(orderId: number, accessKey: string): Promise<void> {
  const started = await app.ask("stripe/create-payment-intent", { body: { orderId, accessKey } });
  const { paymentIntentId } = started.payload;
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
}

async function buyDinner({ proof, dinner }: Sale) {
  const { payload } = await app.ask("extras/purchaseExtras", {
    body: { ...proof, extras: [{ extrasId: dinner.id, quantity: 1 }] },
  });
  const body = { paymentIntentId: payload.paymentIntentId, accessKey: proof.accessKey, card: card() };
  await app.ask("stripe/confirm-payment", { body });
  return payload.order;
}

const fetchOwnChanges = ({ proof }: Sale, attendeeIds?: number[]) =>
  app.ask("registration/getOwnChanges", {
    query: { ...proof, ...(attendeeIds && { attendeeIds: JSON.stringify(attendeeIds) }) },
  });
const cancel = ({ proof }: Sale, refundAmount: number, attendeeIds?: readonly number[], key = randomUUID()) =>
  app.ask("registration/cancelOwn", {
    body: { ...proof, attendeeIds, refundAmount },
    headers: { "idempotency-key": key },
  });
const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
const passOnTo = ({ proof }: Sale, attendeeId: number, more: object = {}) =>
  app.ask("registration/passOn", { body: { ...proof, attendeeId, ...ada, ...more } });
const fetchRegistration = async ({ proof }: Sale) =>
  (await app.ask("registration/getRegistration", { query: proof })).payload;
const fetchHistory = async ({ token }: Sale, orderId: number) =>
  (await app.ask("order/getHistory", { query: { orderId }, token })).payload;
const admit = ({ token, event, proof }: Sale, attendeeId: number) =>
  app.ask("checkin/save", {
    body: { attendeeId, registrationId: proof.registrationId, eventId: event.id },
    token,
  });
const scan = ({ token, event }: Sale, qrCodeData: string | null) =>
  app.ask("checkin/scanByRegistrationId", { body: { payload: { eventId: event.id, qrCodeData } }, token });
const stockOf = async ({ event }: Sale) =>
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

async function expectNoDifference(): Promise<void> {
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

async function expectRefused(
  work: () => Promise<{ status: number; code?: string; msg: string | null; payload: unknown }>,
) {
  const before = await databaseContents(app.database.db);
  const { status, code, msg, payload } = await work();
  expect(await databaseContents(app.database.db)).toEqual(before);
  return { status, code, msg, payload };
}

describe("before a change, the buyer is shown", () => {
  test("a buyer is shown the deadlines, the refund of each ticket and of all, and the fee", async () => {
    const sale = await sell();
    const { payload } = await fetchOwnChanges(sale);
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
    const one = await fetchOwnChanges(sale, [sale.attendees[1]!.attendeeId]);
    expect(one.payload.cancellation).toMatchObject({ amount: 2677, fee: 298, isWhole: false });
  });

  test("an event without deadlines for own changes allows neither cancelling nor passing on", async () => {
    const sale = await sell({ config: { cancelUntilHours: null, passOnUntilHours: null } });
    const { payload } = await fetchOwnChanges(sale);
    expect(payload).toMatchObject({ cancelUntil: null, passOnUntil: null });
    const words = /does not let buyers/;
    expect([payload.cancelRefusal, payload.passOnRefusal]).toEqual([
      expect.stringMatching(words),
      expect.stringMatching(words),
    ]);
    expect(await expectRefused(() => cancel(sale, 5355))).toMatchObject({ status: 409, code: "notActive" });
    expect(await expectRefused(() => passOnTo(sale, sale.attendees[0]!.attendeeId))).toMatchObject({
      code: "notActive",
    });
  });
});

describe("cancelling", () => {
  test("cancelling one ticket frees its place and refunds it minus the fee; the history names the buyer", async () => {
    const sale = await sell({ people: [miaAndLeo[0]!, { firstName: "Leo", email: "leo@example.org" }] });
    const leo = sale.attendees[1]!;
    const done = await cancel(sale, 2677, [leo.attendeeId]);
    expect(done.payload).toMatchObject({ amount: 2677, fee: 298, registration: { state: "active" } });
    await makeRefunds(sale.order.id);
    const { attendees, order } = await fetchRegistration(sale);
    expect(attendees.map(({ firstName }) => firstName)).toEqual(["Mia"]);
    expect(order).toMatchObject({ paymentStatus: "paid", refundedAmount: 2677 });
    expect(await stockOf(sale)).toBe(9);
    const { refunds, history } = await fetchHistory(sale, sale.order.id);
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
    // The cancellation mail announced the refund.
    expect(await mails("moneyBack", "mia@example.org")).not.toContainEqual(
      expect.objectContaining({ orderId: sale.order.id }),
    );
    await expectNoDifference();
  });

  test("a buyer can cancel the other tickets once the refund of the first is made, and the last one cancels the registration", async () => {
    const sale = await sell();
    const [mia, leo] = sale.attendees;
    await cancel(sale, 2677, [mia!.attendeeId]);
    expect(await expectRefused(() => cancel(sale, 2677, [leo!.attendeeId]))).toMatchObject({
      code: "notActive",
      msg: expect.stringContaining("refund of this order is in progress"),
    });
    await makeRefunds(sale.order.id);
    // The order keeps the buyer although the buyer's ticket is gone.
    expect((await fetchHistory(sale, sale.order.id)).order.buyer.email).toBe("mia@example.org");
    expect((await cancel(sale, 2677)).payload.registration.state).toBe("cancelled");
    await makeRefunds(sale.order.id);
    expect((await fetchRegistration(sale)).order).toMatchObject({
      refundedAmount: 5354,
      paymentStatus: "paid",
    });
    expect(await stockOf(sale)).toBe(10);
    expect(await expectRefused(() => cancel(sale, 0))).toMatchObject({
      code: "notActive",
      msg: "These tickets are cancelled.",
    });
    await expectNoDifference();
  });

  test("cancelling everything cancels all extras, also later ones, except orders of which some were handed over", async () => {
    const sale = await sell({ withExtras: true });
    const later = await buyDinner(sale);
    const handedOver = await buyDinner(sale);
    const code = (await fetchRegistration(sale)).extrasPurchases.at(-1)!.qrText;
    await app.ask("registration/scanByExtrasPurchaseId", {
      body: { payload: { eventId: sale.event.id, qrCodeData: code } },
      token: sale.token,
    });
    const { cancellation, tickets } = (await fetchOwnChanges(sale)).payload;
    expect(tickets[0]).toMatchObject({ amount: 2677, fee: 298 });
    expect(cancellation).toMatchObject({
      amount: 6426 + 1071,
      fee: 714 + 119,
      extras: [{ quantity: 1 }, { quantity: 1 }],
      keptExtras: [{ quantity: 1 }],
      stayingExtras: [],
    });
    const part = (await fetchOwnChanges(sale, [tickets[0]!.attendeeId])).payload.cancellation;
    expect(part).toMatchObject({
      amount: 2677,
      extras: [],
      stayingExtras: [{ quantity: 1 }, { quantity: 1 }],
    });
    expect((await cancel(sale, cancellation.amount)).status).toBe(200);
    await makeRefunds(sale.order.id, later.id, handedOver.id);
    expect((await fetchHistory(sale, later.id)).order).toMatchObject({ refundedAmount: 1071 });
    expect((await fetchHistory(sale, handedOver.id)).order).toMatchObject({
      refundedAmount: 0,
      paymentStatus: "paid",
    });
    await expectNoDifference();
  });

  test("extras that were handed over are not sold again after their tickets are cancelled", async () => {
    const sale = await sell({ withExtras: true });
    const code = (await fetchRegistration(sale)).extrasPurchases[0]!.qrText;
    const stockOfDinner = async () =>
      (await app.ask("event/getStock", { query: { eventId: sale.event.id }, token: sale.token })).payload
        .extras[0];
    expect(await stockOfDinner()).toMatchObject({ sold: 1, left: 9 });
    await app.ask("registration/scanByExtrasPurchaseId", {
      body: { payload: { eventId: sale.event.id, qrCodeData: code } },
      token: sale.token,
    });
    const { cancellation } = (await fetchOwnChanges(sale)).payload;
    expect(cancellation).toMatchObject({ extras: [], keptExtras: [{ quantity: 1 }] });
    expect((await cancel(sale, cancellation.amount)).status).toBe(200);
    expect(await stockOfDinner()).toMatchObject({ sold: 0, left: 9 });
    await expectNoDifference();
  });

  test("an order of a free ticket with paid extras that were handed over stays paid after a cancellation", async () => {
    const sale = await sell({ withExtras: true, price: 0 });
    const code = (await fetchRegistration(sale)).extrasPurchases[0]!.qrText;
    await app.ask("registration/scanByExtrasPurchaseId", {
      body: { payload: { eventId: sale.event.id, qrCodeData: code } },
      token: sale.token,
    });
    expect((await cancel(sale, 0)).status).toBe(200);
    expect((await fetchHistory(sale, sale.order.id)).order).toMatchObject({ paymentStatus: "paid" });
    await expectNoDifference();
  });

  test("cancelling a ticket with a promo code refunds the reduced price minus the fee, and frees the use of the code", async () => {
    const sale = await sell({ withCode: true });
    expect(sale.order.totalAmount).toBe(5355);
    await cancel(sale, 2410, [sale.attendees[1]!.attendeeId]);
    await makeRefunds(sale.order.id);
    expect((await fetchRegistration(sale)).order).toMatchObject({ refundedAmount: 2410 });
    const code = await app.database.db
      .selectFrom("promo_codes")
      .select("sold")
      .where("event_id", "=", sale.event.id)
      .executeTakeFirst();
    expect(code).toEqual({ sold: 1 });
    await expectNoDifference();
  });

  test("a ticket that staff exchanged for a more expensive one is refunded at the price that was paid for it", async () => {
    const sale = await sell({ config: { cancelFeePercent: 0 } });
    const { event, ticket, token } = sale;
    const vip = await buildTicket(app.database.db, event.id, { price: 10_000, maxStock: 10 });
    const { payload } = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [ticket, vip].map(({ id }) => ({ ticketId: id, quantity: 1 })),
        attendees: [
          { ticketId: ticket.id, firstName: "Mia", email: "mia@example.org" },
          { ticketId: vip.id, firstName: "Leo" },
        ],
      },
    });
    const proof = { registrationId: payload.registration.id, accessKey: payload.accessKey };
    await pay(payload.order.id, payload.accessKey);
    const mixed = { ...sale, proof };
    const { attendees } = await fetchRegistration(mixed);
    const [mia, leo] = attendees.map(({ attendeeId }: { attendeeId: number }) => attendeeId);
    const body = { attendeeId: mia, eventId: event.id, ticketId: vip.id };
    expect((await app.ask("registration/updateAttendee", { body, token })).status).toBe(200);
    // 19 % tax is on top of both prices.
    expect((await fetchOwnChanges(mixed)).payload.cancellation.amount).toBe(14_875);
    expect(await cancel(mixed, 2975, [mia!])).toMatchObject({ status: 200 });
    await makeRefunds(payload.order.id);
    expect(await cancel(mixed, 11_900, [leo!])).toMatchObject({ status: 200 });
    await makeRefunds(payload.order.id);
    expect((await fetchRegistration(mixed)).order).toMatchObject({ refundedAmount: 14_875 });
    await expectNoDifference();
  });

  test("cancelling a free registration refunds nothing and closes the order", async () => {
    const sale = await sell({ price: 0 });
    expect((await fetchOwnChanges(sale)).payload.cancellation).toMatchObject({ amount: 0, fee: 0 });
    expect((await cancel(sale, 0)).payload.registration.state).toBe("cancelled");
    const { order, refunds } = await fetchHistory(sale, sale.order.id);
    expect([order.paymentStatus, refunds]).toEqual(["refunded", []]);
    await expectNoDifference();
  });

  test("two cancellations with the same idempotency key are made once", async () => {
    const sale = await sell();
    const body = [2677, [sale.attendees[1]!.attendeeId], randomUUID()] as const;
    const [first, again] = [await cancel(sale, ...body), await cancel(sale, ...body)];
    expect(again.payload).toEqual(first.payload);
    expect((await fetchHistory(sale, sale.order.id)).refunds).toHaveLength(1);
  });

  test("a cancellation with another amount than the current one is refused with the current amount", async () => {
    const sale = await sell();
    expect(await expectRefused(() => cancel(sale, 5950))).toMatchObject({
      status: 409,
      code: "amountMismatch",
      payload: { refundAmount: 5355 },
    });
  });

  test("a checked-in ticket cannot be cancelled or passed on, but the others can", async () => {
    const sale = await sell();
    const [mia, leo] = sale.attendees;
    await admit(sale, mia!.attendeeId);
    for (const ids of [undefined, [mia!.attendeeId]])
      expect(await expectRefused(() => cancel(sale, 2677, ids))).toMatchObject({
        code: "notActive",
        msg: "Mia is checked in.",
      });
    expect(await expectRefused(() => passOnTo(sale, mia!.attendeeId))).toMatchObject({
      msg: "Mia is checked in.",
    });
    expect((await passOnTo(sale, leo!.attendeeId)).status).toBe(200);
    expect((await cancel(sale, 2677, [leo!.attendeeId])).status).toBe(200);
    await expectNoDifference();
  });

  test("cancelling ends at its deadline to the minute, and passing on has its own deadline", async () => {
    const sale = await sell();
    const before = app.time.now;
    try {
      app.time.now = new Date(sale.start.getTime() - 48 * 3_600_000);
      expect((await fetchOwnChanges(sale)).payload.cancelRefusal).toBeNull();
      app.time.now = new Date(app.time.now.getTime() + 60_000);
      expect(await expectRefused(() => cancel(sale, 5355))).toMatchObject({
        msg: expect.stringMatching(/until .* 20\d\d/),
      });
      expect((await passOnTo(sale, sale.attendees[1]!.attendeeId)).status).toBe(200);
      app.time.now = new Date(sale.start.getTime() - 3_600_000);
      expect(await expectRefused(() => passOnTo(sale, sale.attendees[1]!.attendeeId))).toMatchObject({
        code: "notActive",
      });
    } finally {
      app.time.now = before;
    }
  });

  test("cancelling and passing on are refused for a cancelled event, a due refund or a dispute; cancelling also for a payment by hand", async () => {
    const { db } = app.database;
    const cancelled = await sell();
    await app.ask("event/cancel", {
      body: { eventId: cancelled.event.id, refund: false },
      token: cancelled.token,
    });
    const due = await sell();
    await app.ask("order/refund", { body: { orderId: due.order.id, amount: 100 }, token: due.token });
    const disputed = await sell();
    const dispute = { ref: "du_1", stage: "inquiry", state: "open", dueBy: null };
    await db
      .updateTable("payments")
      .set({ disputes: JSON.stringify([dispute]) })
      .where("id", "=", await paymentOf(disputed.order.id))
      .execute();
    for (const [sale, words] of [
      [cancelled, "event is cancelled"],
      [due, "in progress"],
      [disputed, "looking into the payment"],
    ] as const) {
      expect((await expectRefused(() => cancel(sale, 5355))).msg).toContain(words);
      expect((await expectRefused(() => passOnTo(sale, sale.attendees[0]!.attendeeId))).msg).toContain(words);
    }
    const byHand = await sell();
    const withPayment = (payment_id: number | null) =>
      db.updateTable("orders").set({ payment_id }).where("id", "=", byHand.order.id).execute();
    const paymentId = await paymentOf(byHand.order.id);
    await withPayment(null);
    expect((await expectRefused(() => cancel(byHand, 5355))).msg).toContain("by hand");
    expect((await passOnTo(byHand, byHand.attendees[0]!.attendeeId)).status).toBe(200);
    await withPayment(paymentId);
  });
});

describe("passing on", () => {
  test("passing on gives the new holder a new code, invalidates the old one and mails all three people", async () => {
    const sale = await sell({ people: [miaAndLeo[0]!, { firstName: "Leo", email: "leo@example.org" }] });
    const leo = sale.attendees[1]!;
    const result = await passOnTo(sale, leo.attendeeId);
    expect(result.payload.attendee).toMatchObject({ ...ada, attendeeId: leo.attendeeId, phone: null });
    expect(result.payload.attendee.qrUuid).not.toBe(leo.qrUuid);
    expect((await scan(sale, leo.qrText)).status).toBe(404);
    expect((await scan(sale, result.payload.attendee.qrText)).payload).toMatchObject({ firstName: "Ada" });
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
    expect((await fetchHistory(sale, sale.order.id)).history).toContainEqual(
      expect.objectContaining({
        action: "registration.passedOn",
        by: "Buyer",
        from: "Leo",
        to: "Ada Lovelace",
      }),
    );
    await expectNoDifference();
  });

  test("a buyer who passes on their own ticket is still the buyer", async () => {
    const sale = await sell();
    await passOnTo(sale, sale.attendees[0]!.attendeeId);
    const { registration } = await fetchRegistration(sale);
    expect(registration.email).toBe("mia@example.org");
    expect((await fetchHistory(sale, sale.order.id)).order.buyer.name).toBe("Mia");
    const renamed = await app.ask("order/changeBuyer", {
      body: { orderId: sale.order.id, lastName: "Kellermann" },
      token: sale.token,
    });
    expect(renamed.payload.buyer.name).toBe("Mia Kellermann");
    expect((await fetchRegistration(sale)).attendees[0]).toMatchObject(ada);
  });

  test("passing on the buyer's own ticket asks the required questions again and deletes the former holder's answers", async () => {
    const sale = await sell();
    const { db } = app.database;
    const question = await buildQuestion(db, sale.event.id, { required: true });
    const [mia] = sale.attendees;
    await db
      .insertInto("answers")
      .values({ attendee_id: mia!.attendeeId, question_id: question.id, question_text: "Q", answer: "Nuts" })
      .execute();
    expect(await expectRefused(() => passOnTo(sale, mia!.attendeeId))).toMatchObject({
      status: 400,
      payload: { fields: [{ path: `answers.question${question.id}`, message: "is required" }] },
    });
    const answers = [{ questionId: question.id, answer: "None" }];
    const result = await passOnTo(sale, mia!.attendeeId, { answers });
    expect(result.payload.attendee.answers).toMatchObject([{ answer: "None" }]);
  });

  test("passing on does not ask a question for another ticket type", async () => {
    const sale = await sell();
    const { db } = app.database;
    const other = await buildTicket(db, sale.event.id);
    const question = await buildQuestion(db, sale.event.id, { required: true, ticketIds: [other.id] });
    const [mia] = sale.attendees;
    const answers = [{ questionId: question.id, answer: "Fish" }];
    expect(await expectRefused(() => passOnTo(sale, mia!.attendeeId, { answers }))).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "answers.0", message: "is not asked for this ticket" }] },
    });
    const passed = await passOnTo(sale, mia!.attendeeId, { email: "dora@example.org" });
    expect(passed.payload.attendee.answers).toEqual([]);
  });

  test("a ticket can be passed on five times, and then no more that day", async () => {
    const sale = await sell();
    const { attendeeId } = sale.attendees[1]!;
    for (let time = 0; time < 5; time++) expect((await passOnTo(sale, attendeeId)).status).toBe(200);
    expect(await expectRefused(() => passOnTo(sale, attendeeId))).toMatchObject({ code: "tooMany" });
  });
});

describe("own changes without the right proof", () => {
  test("an attendee or access key of another registration, a guest's code and an invalid amount are refused", async () => {
    const [sale, other] = [await sell(), await sell()];
    const otherAttendeeId = other.attendees[0]!.attendeeId;
    expect(await expectRefused(() => cancel(sale, 2677, [otherAttendeeId]))).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "attendeeIds.0", message: "is not of this registration" }] },
    });
    expect(await expectRefused(() => passOnTo(sale, otherAttendeeId))).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "attendeeId" }] },
    });
    const withOtherKey = { ...sale, proof: { ...sale.proof, accessKey: other.proof.accessKey } };
    const withGuestCode = { ...sale, proof: { ...sale.proof, accessKey: sale.attendees[1]!.qrUuid } };
    for (const thief of [withOtherKey, withGuestCode]) {
      expect(await expectRefused(() => cancel(thief, 5355))).toMatchObject({ status: 404 });
      expect(await expectRefused(() => passOnTo(thief, sale.attendees[1]!.attendeeId))).toMatchObject({
        status: 404,
      });
      expect((await fetchOwnChanges(thief)).status).toBe(404);
    }
    for (const refundAmount of [-1, 1.5, 1e12, "5355"])
      expect(await expectRefused(() => cancel(sale, refundAmount as number))).toMatchObject({
        status: 400,
        payload: { fields: [{ path: "refundAmount" }] },
      });
    expect(await expectRefused(() => cancel(sale, 0, []))).toMatchObject({ status: 400 });
    expect(
      await expectRefused(() => passOnTo(sale, sale.attendees[0]!.attendeeId, { email: "no" })),
    ).toMatchObject({
      payload: { fields: [{ path: "email" }] },
    });
  });
});
