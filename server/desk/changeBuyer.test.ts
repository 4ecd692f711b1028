import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import { orderById } from "../orders/rows.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { card, placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { openSession } from "../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function newSale() {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 2000 });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { eventId: event.id, ticketId: ticket.id, token };
}
type Sale = Awaited<ReturnType<typeof newSale>>;

async function buy({ eventId, ticketId }: Sale) {
  const purchase = await startTestPayment(app, eventId, ticketId, 2);
  const { paymentIntentId, accessKey } = purchase;
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
  return { ...purchase, orderId: purchase.order.id };
}
const change = ({ token }: Sale, body: BodyOf<"order/changeBuyer">) =>
  app.ask("order/changeBuyer", { body, token });
const historyOf = async ({ token }: Sale, orderId: number) =>
  (await app.ask("order/getHistory", { query: { orderId }, token })).payload;
async function mailsTo(recipient: string): Promise<{ kind: string }[]> {
  const { rows } = await sql<{
    kind: string;
  }>`select kind from mails where recipient = ${recipient} order by id`.execute(app.database.db);
  return rows;
}

describe("the buyer of tickets", () => {
  test("a buyer's new address gets the tickets, the former links stop working, and the QR codes stay", async () => {
    const sale = await newSale();
    const { orderId, registrationId, accessKey } = await buy(sale);
    const codes = async () =>
      (
        await app.ask("registration/getRegistrationById", { query: { registrationId }, token: sale.token })
      ).payload.attendees.map(({ qrUuid }) => qrUuid);
    const before = await codes();
    const reply = await change(sale, { orderId, lastName: "Kellermann", email: "mia.new@example.org" });
    expect(reply.payload.buyer).toEqual({ name: "Mia Kellermann", email: "mia.new@example.org" });
    expect(await mailsTo("mia.new@example.org")).toEqual([{ kind: "tickets" }]);
    const proof = { registrationId, accessKey };
    expect((await app.ask("registration/getRegistration", { query: proof })).code).toBe("notFound");
    expect(await codes()).toEqual(before);
    const { history } = await historyOf(sale, orderId);
    expect(history.filter(({ action }) => action === "registration.buyerChanged")).toMatchObject([
      { field: "name", from: "Mia Keller", to: "Mia Kellermann", by: "Mia Keller" },
      { field: "email", from: "mia@example.org", to: "mia.new@example.org" },
    ]);
  });

  test("guests with the buyer's former address get the new one, and other guests keep their address", async () => {
    const { eventId, token } = await newSale();
    const ticketId = (await buildTicket(app.database.db, eventId, { price: 0 })).id;
    const emails = ["mia@gmial.example", "Mia@gmial.example", "leo@example.org", undefined];
    const attendees = emails.map((email, index) => ({ ticketId, firstName: `Guest ${index}`, email }));
    const { payload } = await app.ask("registration/express", {
      body: { eventId, tickets: [{ ticketId, quantity: emails.length }], attendees },
    });
    const { registration, order } = payload;
    const body = { orderId: order.id, email: "mia@gmail.example" };
    await app.ask("order/changeBuyer", { body, token });
    const changed = await app.ask("registration/getRegistrationById", {
      query: { registrationId: registration.id },
      token,
    });
    const byName = changed.payload.attendees.map(({ firstName, email }) => [firstName, email]);
    expect(Object.fromEntries(byName)).toEqual({
      "Guest 0": "mia@gmail.example",
      "Guest 1": "mia@gmail.example",
      "Guest 2": "leo@example.org",
      "Guest 3": null,
    });
  });

  test("the new address of a buyer without one is also that of their own ticket", async () => {
    const sale = await newSale();
    const { orderId, registrationId } = await buy(sale);
    const { db } = app.database;
    await db.updateTable("registrations").set({ email: null }).where("id", "=", registrationId).execute();
    await db
      .updateTable("attendees")
      .set({ email: null })
      .where("registration_id", "=", registrationId)
      .execute();
    await change(sale, { orderId, email: "mia@example.org" });
    const { payload } = await app.ask("registration/getRegistrationById", {
      query: { registrationId },
      token: sale.token,
    });
    expect(payload.attendees.map(({ email }) => email)).toEqual(["mia@example.org", null]);
  });

  test("a change of only the buyer's name keeps the links valid, and nothing is mailed", async () => {
    const sale = await newSale();
    const { orderId, registrationId, accessKey } = await buy(sale);
    const before = (await mailsTo("mia@example.org")).length;
    await change(sale, { orderId, firstName: "Maria", email: "mia@example.org" });
    const reply = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(reply.payload.attendees[0]).toMatchObject({ firstName: "Maria", isPrimary: true });
    expect(await mailsTo("mia@example.org")).toHaveLength(before);
  });

  test.each([
    [{ email: "nobody" }, "email"],
    [{ firstName: " " }, "firstName"],
    [{ organization: "Harbour Ltd" }, "organization"],
  ])(
    "an invalid change of a buyer (%o) is refused with its field, and nothing is written",
    async (wrong, path) => {
      const sale = await newSale();
      const { orderId } = await buy(sale);
      const before = await historyOf(sale, orderId);
      const reply = await change(sale, { orderId, lastName: "X", ...wrong });
      expect(reply).toMatchObject({ code: "invalidInput", payload: { fields: [{ path }] } });
      expect(await historyOf(sale, orderId)).toEqual(before);
    },
  );

  test("a buyer cannot be changed while they are buying", async () => {
    const sale = await newSale();
    const { order: placed } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    expect((await change(sale, { orderId: placed.id, email: "x@example.org" })).code).toBe("inUse");
  });
});

test("a donor's changes are stored, the thanks are mailed to the new address, and the former link stops working", async () => {
  const sale = await newSale();
  const { eventId } = sale;
  const sponsorData = { firstName: "Ada", email: "ada@example.org", organization: "Old Ltd" };
  const donated = (await app.ask("sponsorship/create", { body: { eventId, amount: 5000, sponsorData } }))
    .payload;
  const { id: sponsorshipId } = donated.sponsorship;
  const { orderId } = (
    await app.ask("sponsorship/getSponsorshipById", { query: { sponsorshipId }, token: sale.token })
  ).payload;
  await app.ask("order/markPaid", {
    body: { orderId: orderId!, amount: 5000, paidBy: "cash" },
    token: sale.token,
  });
  const reply = await change(sale, {
    orderId: orderId!,
    email: "ada.new@example.org",
    organization: "New Ltd",
  });
  expect(reply.payload.buyer).toEqual({ name: "Ada", email: "ada.new@example.org" });
  expect(await mailsTo("ada.new@example.org")).toEqual([{ kind: "sponsorship" }]);
  const { sponsor, history } = await historyOf(sale, orderId!);
  expect(sponsor).toMatchObject({ firstName: "Ada", organization: "New Ltd" });
  expect(history.filter(({ action }) => action === "buyerChanged").map(({ field }) => field)).toEqual([
    "email",
    "organization",
  ]);
  const own = { sponsorshipId, accessKey: donated.accessKey };
  expect((await app.ask("sponsorship/getOwn", { query: own })).code).toBe("notFound");
});

describe("an order mailed again", () => {
  test("an order is mailed again at most once in each minute of the clock, and each mail is in its history", async () => {
    const sale = await newSale();
    const { orderId } = await buy(sale);
    const before = (await mailsTo("mia@example.org")).length;
    const resend = () => app.ask("order/resend", { body: { orderId }, token: sale.token });
    const all = await Promise.all(Array.from({ length: 5 }, resend));
    expect(all.filter(({ payload }) => payload.queued)).toHaveLength(1);
    expect(await mailsTo("mia@example.org")).toHaveLength(before + 1);
    app.time.now = new Date(app.time.now.getTime() + 61_000);
    expect((await resend()).payload).toEqual({ queued: true });
    const { history } = await historyOf(sale, orderId);
    expect(history.filter(({ action }) => action === "mailed")).toMatchObject([
      { to: "mia@example.org", by: "Mia Keller" },
      { to: "mia@example.org" },
    ]);
  });

  test("an order that is unpaid, has no address or has cancelled tickets is not mailed again", async () => {
    const sale = await newSale();
    const resend = (orderId: number) => app.ask("order/resend", { body: { orderId }, token: sale.token });
    const { order: placed } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    expect((await resend(placed.id)).code).toBe("notActive");
    const { orderId, registrationId } = await buy(sale);
    await sql`update registrations set email = null where id = ${registrationId}`.execute(app.database.db);
    expect(await resend(orderId)).toMatchObject({
      code: "notActive",
      msg: expect.stringContaining("address"),
    });
    await sql`update registrations set email = 'mia@example.org' where id = ${registrationId}`.execute(
      app.database.db,
    );
    await app.ask("order/refund", { body: { orderId, cancelTickets: true }, token: sale.token });
    expect(await resend(orderId)).toMatchObject({
      code: "notActive",
      msg: expect.stringContaining("cancelled"),
    });
    expect((await orderById(app.database.db, orderId))?.payment_status).toBe("paid");
  });
});
