import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { BodyOf } from "../../../contract/all.ts";
import { createTurns } from "../../batcher.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { removeRegistration } from "../../people/remove.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildPackage, buildTicket } from "../../testing/builders.ts";
import { card, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { purchaseExtras } from "../purchaseExtras.ts";
import { createStartPayment } from "../startPayment.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const sponsorData = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};
const expectExactCounters = async () => {
  expect(await auditCounters(app.database.db)).toEqual([]);
  expect(await auditFigures(app.database.db)).toEqual([]);
};

async function newEvent({ maxStock = 10, availableCount = 1, taxAmount = 0 } = {}) {
  const { db } = app.database;
  const event = await buildEvent(db, { taxAmount });
  const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 100 });
  const extras = await buildExtras(db, event.id, { price: 1250, maxStock });
  const gold = await buildPackage(db, event.id, { price: 50_000, availableCount });
  const { registrationId, accessKey } = await placeTestOrder(app, event.id, ticket.id);
  return {
    eventId: event.id,
    ticketId: ticket.id,
    extrasId: extras.id,
    packageId: gold.id,
    registrationId,
    accessKey,
  };
}
type NewEvent = Awaited<ReturnType<typeof newEvent>>;

const buy = (
  { registrationId, accessKey, extrasId }: Pick<NewEvent, "registrationId" | "accessKey" | "extrasId">,
  quantity = 1,
  more: Partial<BodyOf<"extras/purchaseExtras">> = {},
) =>
  app.ask("extras/purchaseExtras", {
    body: { registrationId, accessKey, extras: [{ extrasId, quantity }], ...more },
  });
const sponsor = (eventId: number, more: object) =>
  app.ask("sponsorship/create", { body: { eventId, sponsorData, ...more } });
const pay = (paymentIntentId: string | null, accessKey: string, number?: string) =>
  app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card(number) } });
const extrasOf = async (id: number) => {
  const { rows } = await app.database.pool.query("select held, sold from extras where id = $1", [id]);
  return rows[0] as { held: number; sold: number };
};
const packageOf = async (id: number) => {
  const { rows } = await app.database.pool.query(
    "select held_count as held, sold_count as sold from sponsorship_packages where id = $1",
    [id],
  );
  return rows[0] as { held: number; sold: number };
};
const mailsOf = async (kind: string, orderId: number) => {
  const { rows } = await app.database.pool.query("select recipient from mails where kind = $1 and key = $2", [
    kind,
    `receipt:${orderId}`,
  ]);
  return rows as { recipient: string }[];
};

describe("extras bought after the tickets", () => {
  test("extras bought later are held during payment, then sold with one QR code shown with the tickets", async () => {
    const sale = await newEvent({ taxAmount: 10 });
    const started = await buy(sale, 2);
    expect(started).toMatchObject({
      status: 200,
      payload: {
        amount: 2750,
        order: { subtotal: 2500, tax: 250, totalAmount: 2750, paymentStatus: "pending" },
        extrasPurchase: { status: false, paymentStatus: "pending" },
      },
    });
    expect(await extrasOf(sale.extrasId)).toEqual({ held: 2, sold: 0 });
    await expectExactCounters();
    const paid = await pay(started.payload.paymentIntentId, sale.accessKey);
    expect(paid.payload).toMatchObject({
      processed: true,
      order: { paymentStatus: "paid" },
      extrasPurchase: { paymentStatus: "paid", qrText: expect.stringContaining("qrUuid") },
      sponsorship: null,
    });
    expect(await extrasOf(sale.extrasId)).toEqual({ held: 0, sold: 2 });
    const { registrationId, accessKey } = sale;
    const reply = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(reply.payload.extrasPurchases).toEqual([paid.payload.extrasPurchase]);
    expect(await mailsOf("extras", started.payload.order.id)).toEqual([{ recipient: "mia@example.org" }]);
    await pay(started.payload.paymentIntentId, sale.accessKey);
    expect(await mailsOf("extras", started.payload.order.id)).toHaveLength(1);
    await expectExactCounters();
  });

  test("free extras are bought without a payment", async () => {
    const sale = await newEvent();
    const free = await buildExtras(app.database.db, sale.eventId, { price: 0, maxStock: 1 });
    const reply = await buy({ ...sale, extrasId: free.id });
    expect(reply.payload).toMatchObject({
      clientSecret: "no-stripe",
      paymentIntentId: null,
      amount: 0,
      order: { paymentStatus: "free" },
    });
    expect(await buy({ ...sale, extrasId: free.id })).toMatchObject({
      code: "soldOut",
      payload: { availableExtras: { [free.id]: 0 } },
    });
    await expectExactCounters();
  });

  test("extras that are not paid in time are on sale again, and can no longer be paid", async () => {
    const sale = await newEvent({ maxStock: 1 });
    const started = await buy(sale);
    expect(await buy(sale)).toMatchObject({ code: "soldOut" });
    minutesPass(16);
    await app.checkout.sweep();
    expect(await extrasOf(sale.extrasId)).toEqual({ held: 0, sold: 0 });
    expect(await pay(started.payload.paymentIntentId, sale.accessKey)).toMatchObject({ status: 409 });
    const again = await buy(sale);
    expect((await pay(again.payload.paymentIntentId, sale.accessKey)).payload.processed).toBe(true);
    await expectExactCounters();
  });

  test("a buyer who chooses other extras gives up those that they reserved, and no other buyer's", async () => {
    const sale = await newEvent({ maxStock: 3 });
    const { extrasId, eventId, ticketId } = sale;
    const first = await buy(sale, 2);
    const stranger = await placeTestOrder(app, eventId, ticketId, 1, "leo@example.org");
    const wrong = await buy({ ...stranger, extrasId }, 1, { replacesOrderId: first.payload.order.id });
    expect(await extrasOf(extrasId)).toEqual({ held: 3, sold: 0 });

    const key = { "idempotency-key": `other-extras-${sale.registrationId}` };
    const { registrationId, accessKey } = sale;
    const body = {
      registrationId,
      accessKey,
      extras: [{ extrasId, quantity: 1 }],
      replacesOrderId: first.payload.order.id,
    };
    const replies = await Promise.all(
      [1, 2, 3].map(() => app.ask("extras/purchaseExtras", { body, headers: key })),
    );
    expect(new Set(replies.map(({ payload }) => payload.order.id)).size).toBe(1);
    expect(await extrasOf(extrasId)).toEqual({ held: 2, sold: 0 });
    expect(await pay(first.payload.paymentIntentId, accessKey)).toMatchObject({ status: 409 });
    expect((await pay(replies[0]!.payload.paymentIntentId, accessKey)).payload.processed).toBe(true);
    expect((await pay(wrong.payload.paymentIntentId, stranger.accessKey)).payload.processed).toBe(true);
    expect(await extrasOf(extrasId)).toEqual({ held: 0, sold: 2 });

    const { id: paidOrderId } = replies[0]!.payload.order;
    expect(await buy(sale, 1, { replacesOrderId: paidOrderId })).toMatchObject({ code: "alreadyPaid" });
    await expectExactCounters();
  });

  test("three extras requests with one Idempotency-Key create one order", async () => {
    const sale = await newEvent();
    const { registrationId, accessKey, extrasId } = sale;
    const request = {
      body: { registrationId, accessKey, extras: [{ extrasId, quantity: 3 }] },
      headers: { "idempotency-key": `extras-${registrationId}` },
    };
    const replies = await Promise.all([1, 2, 3].map(() => app.ask("extras/purchaseExtras", request)));
    expect(new Set(replies.map(({ payload }) => payload.order.id)).size).toBe(1);
    expect(new Set(replies.map(({ payload }) => payload.paymentIntentId)).size).toBe(1);
    expect(await extrasOf(extrasId)).toEqual({ held: 3, sold: 0 });
  });

  test("extras cannot be bought with another registration's access key, for another event, or before the tickets are paid", async () => {
    const sale = await newEvent();
    const other = await newEvent();
    expect(await buy({ ...sale, accessKey: other.accessKey })).toMatchObject({ code: "notFound" });
    expect(await buy({ ...sale, extrasId: other.extrasId })).toMatchObject({
      code: "invalidInput",
      payload: { fields: [{ path: "extras.0.extrasId", message: "is not an extra of this event" }] },
    });
    const expensive = await buildTicket(app.database.db, sale.eventId, { price: 2000 });
    const unpaid = await startTestPayment(app, sale.eventId, expensive.id);
    expect(await buy({ ...unpaid, extrasId: sale.extrasId })).toMatchObject({ code: "notActive" });
    await expectExactCounters();
  });

  test.each([
    ["none", { extras: [] }, "extras"],
    ["-1", { extras: [{ extrasId: 1, quantity: -1 }] }, "extras.0.quantity"],
    ["1.5", { extras: [{ extrasId: 1, quantity: 1.5 }] }, "extras.0.quantity"],
    ["1e9", { extras: [{ extrasId: 1, quantity: 1e9 }] }, "extras.0.quantity"],
    ["a text", { extras: [{ extrasId: 1, quantity: "1" }] }, "extras.0.quantity"],
  ])("extras with a quantity of %s are refused, and the reply shows the field", async (_what, more, path) => {
    const sale = await newEvent();
    const reply = await buy(sale, 1, more as never);
    expect(reply).toMatchObject({ status: 400, code: "invalidInput", payload: { fields: [{ path }] } });
    expect(await extrasOf(sale.extrasId)).toEqual({ held: 0, sold: 0 });
  });

  test("extras are refused, and on sale again after their hold, if staff delete the registration while their payment starts", async () => {
    const { registrationId, accessKey, extrasId, eventId } = await newEvent();
    const { provider } = app.services;
    const removal = { actor: "user:1", force: true, now: app.time.now };
    const deletingProvider: typeof provider = {
      ...provider,
      createIntent: async (request) => {
        const intent = await provider.createIntent(request);
        await removeRegistration(app.database.db, provider, { registrationId, eventId }, removal);
        return intent;
      },
    };
    const body = { registrationId, accessKey, extras: [{ extrasId, quantity: 1 }] };
    const { db } = app.database;
    const services = {
      provider: deletingProvider,
      startPayment: createStartPayment(db, deletingProvider, createTurns()),
    };
    const started = purchaseExtras(db, services, body, { idempotency: null, now: app.time.now });
    await expect(started).rejects.toMatchObject({ code: "notFound" });
    minutesPass(31);
    await app.services.checkout.sweep();
    expect(await extrasOf(extrasId)).toEqual({ held: 0, sold: 0 });
    await expectExactCounters();
  });

  test("free extras are refused if staff delete the registration as soon as they are ordered", async () => {
    const { registrationId, accessKey, eventId } = await newEvent();
    const { db } = app.database;
    const free = await buildExtras(db, eventId, { price: 0, maxStock: 1 });
    const removal = { actor: "user:1", force: true, now: app.time.now };
    const { services } = app;
    const startTransaction = db.transaction.bind(db);
    const spy = vi.spyOn(db, "transaction").mockImplementationOnce(() => {
      const transaction = startTransaction();
      const execute = transaction.execute.bind(transaction);
      transaction.execute = async (work) => {
        const result = await execute(work);
        await removeRegistration(db, services.provider, { registrationId, eventId }, removal);
        return result;
      };
      return transaction;
    });
    const body = { registrationId, accessKey, extras: [{ extrasId: free.id, quantity: 1 }] };
    const startPayment = createStartPayment(db, services.provider, createTurns());
    const bought = purchaseExtras(db, { provider: services.provider, startPayment }, body, {
      idempotency: null,
      now: app.time.now,
    });
    await expect(bought).rejects.toMatchObject({ code: "notFound" });
    spy.mockRestore();
    expect(await extrasOf(free.id)).toEqual({ held: 0, sold: 0 });
    await expectExactCounters();
  });

  test("extras sent with a wrong total are refused, and the reply has the correct total", async () => {
    const sale = await newEvent();
    expect(await buy(sale, 2, { totalAmount: 1 })).toMatchObject({
      code: "amountMismatch",
      payload: { totalAmount: 2500 },
    });
  });
});

describe("a sponsor", () => {
  test("a sponsor's package is held during payment, and sold when the provider confirms the payment", async () => {
    const { eventId, packageId } = await newEvent();
    const created = await sponsor(eventId, { packageId });
    expect(created.payload.sponsorship).toMatchObject({
      packageId,
      packageType: "Gold",
      amount: 50_000,
      paymentStatus: "pending",
    });
    expect(await packageOf(packageId)).toEqual({ held: 1, sold: 0 });
    expect(await sponsor(eventId, { packageId })).toMatchObject({ code: "soldOut" });
    const { sponsorship, accessKey } = created.payload;
    const proof = { sponsorshipId: sponsorship.id, accessKey };
    const started = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
    expect(started.payload).toMatchObject({ amount: 50_000 });
    const again = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
    expect(again.payload).toEqual(started.payload);
    await expectExactCounters();
    const paid = await pay(started.payload.paymentIntentId, accessKey);
    expect(paid.payload).toMatchObject({
      processed: true,
      registration: null,
      attendees: [],
      sponsorship: { id: sponsorship.id, paymentStatus: "paid" },
      order: { items: [{ kind: "sponsorship", refId: packageId }] },
    });
    expect(await packageOf(packageId)).toEqual({ held: 0, sold: 1 });
    expect(await mailsOf("sponsorship", paid.payload.order.id)).toEqual([{ recipient: "ada@example.org" }]);
    await expectExactCounters();
  });

  test("a package is on sale again if its sponsor does not pay in time", async () => {
    const { eventId, packageId } = await newEvent();
    const created = await sponsor(eventId, { packageId });
    minutesPass(16);
    await app.checkout.sweep();
    expect(await packageOf(packageId)).toEqual({ held: 0, sold: 0 });
    const { sponsorship, accessKey } = created.payload;
    const late = { sponsorshipId: sponsorship.id, accessKey };
    expect(await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: late })).toMatchObject({
      code: "holdExpired",
    });
    expect(await sponsor(eventId, { packageId })).toMatchObject({ status: 200 });
    await expectExactCounters();
  });

  test("a donation is paid, and an amount that is missing, too small, too large or not whole is refused", async () => {
    const { eventId } = await newEvent();
    for (const amount of [undefined, 0, 99, -500, 1.5, 3_000_000_000])
      expect(await sponsor(eventId, { amount })).toMatchObject({ status: 400, code: "invalidInput" });
    const created = await sponsor(eventId, { amount: 2500 });
    const { sponsorship, accessKey } = created.payload;
    expect(sponsorship).toMatchObject({ packageId: null, packageType: "donation", amount: 2500 });
    const proof = { sponsorshipId: sponsorship.id, accessKey };
    const started = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
    const declined = await pay(started.payload.paymentIntentId, accessKey, "4000000000000002");
    expect(declined).toMatchObject({ status: 402, code: "paymentFailed" });
    const paid = await pay(started.payload.paymentIntentId, accessKey);
    expect(paid.payload.order).toMatchObject({ totalAmount: 2500, tax: 0, items: [{ kind: "donation" }] });
    await expectExactCounters();
  });

  test("a sponsor cannot choose the price, another event's package or an inactive package", async () => {
    const { eventId, packageId } = await newEvent();
    const other = await newEvent();
    expect(await sponsor(eventId, { packageId, amount: 100 })).toMatchObject({ code: "amountMismatch" });
    const path = "packageId";
    const refused = { code: "invalidInput", payload: { fields: [{ path }] } };
    expect(await sponsor(eventId, { packageId: other.packageId })).toMatchObject(refused);
    const inactive = await buildPackage(app.database.db, eventId, { isActive: false });
    expect(await sponsor(eventId, { packageId: inactive.id })).toMatchObject(refused);
    expect(await packageOf(packageId)).toEqual({ held: 0, sold: 0 });
  });

  test("a sponsorship is linked to a registration only by the same e-mail, and neither create nor getOwn reveals the link", async () => {
    const { eventId, registrationId } = await newEvent();
    const amount = 5000;
    const stranger = await sponsor(eventId, { amount, registrationId });
    const own = { ...sponsorData, email: "Mia@example.org" };
    const owner = await sponsor(eventId, { amount, registrationId, sponsorData: own });
    const storedSponsorship = async ({ payload }: typeof owner) =>
      app.database.db
        .selectFrom("sponsorships")
        .select("registration_id")
        .where("id", "=", payload.sponsorship.id)
        .executeTakeFirstOrThrow();
    expect(await storedSponsorship(owner)).toEqual({ registration_id: registrationId });
    expect(await storedSponsorship(stranger)).toEqual({ registration_id: null });
    // The reply repeats the sent id.
    for (const reply of [stranger, owner]) {
      expect([reply.status, reply.payload.sponsorship.registrationId]).toEqual([200, registrationId]);
      const { accessKey, sponsorship } = reply.payload;
      const query = { sponsorshipId: sponsorship.id, accessKey };
      const ownView = await app.ask("sponsorship/getOwn", { query });
      expect([ownView.status, ownView.payload.sponsorship.registrationId]).toEqual([200, null]);
    }
  });
});
