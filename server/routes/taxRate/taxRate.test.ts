import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readClosingFigures } from "../../closings/figures.ts";
import { removeTaxRate, requireTaxRate } from "../../clubs/saveTaxRate.ts";
import { type lockTaxRateForUse, taxRateById } from "../../clubs/taxRateRows.ts";
import { inTransaction } from "../../db/pool.ts";
import { violatedConstraint } from "../../db/violation.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPackage,
  buildPromoCode,
  buildTaxRate,
  buildTicket,
} from "../../testing/builders.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let twoClubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  twoClubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

const save = (body: object, token = twoClubs.tokens.admin) => app.ask("taxRate/save", { token, body });
const list = async () =>
  (await app.ask("taxRate/getByClubId", { token: twoClubs.tokens.admin, query: { clubId: twoClubs.clubId } }))
    .payload;
const remove = (taxRateId: number, token = twoClubs.tokens.admin) =>
  app.ask("taxRate/remove", { token, body: { taxRateId } });
const saveTicket = (body: object) => app.ask("ticket/save", { token: twoClubs.tokens.admin, body });

describe("the tax rates of a club", () => {
  test("staff create, change and delete tax rates only of their own club", async () => {
    const { payload } = await save({ name: " Food ", percent: 7, clubId: twoClubs.otherClubId });
    expect(payload).toEqual({
      id: expect.any(Number),
      clubId: twoClubs.clubId,
      name: "Food",
      percent: 7,
      validFrom: null,
      isActive: true,
    });
    const { id } = payload;
    const changed = await save({ id, percent: 8.875, validFrom: "2030-01-01T00:00:00Z" });
    expect(changed.payload).toMatchObject({
      name: "Food",
      percent: 8.875,
      validFrom: "2030-01-01T00:00:00.000Z",
    });
    expect(await list()).toContainEqual(changed.payload);
    for (const reply of [
      await save({ id, percent: 1 }, twoClubs.tokens.stranger),
      await remove(id, twoClubs.tokens.stranger),
    ])
      expect(reply.status).toBe(404);
    expect((await remove(id)).payload).toEqual({ id });
    expect(await list()).not.toContainEqual(changed.payload);
    expect((await historyOf(app.database.db, "taxRate", id)).map(({ action }) => action)).toEqual([
      "created",
      "changed",
      "removed",
    ]);
  });

  test("a tax rate needs a name, and a percentage from 0 to 100 with at most 3 decimals", async () => {
    expect(fieldsOf(await save({}))).toEqual({ name: "is required", percent: "is required" });
    expect(fieldsOf(await save({ name: "Food", percent: 7.1234 }))).toEqual({
      percent: "must have at most 3 decimals",
    });
    for (const percent of [-1, 100.5, "7"])
      expect(Object.keys(fieldsOf(await save({ name: "Food", percent })))).toEqual(["percent"]);
  });

  test("choosing a tax rate of another club, or an inactive one, is refused with an error for the field taxRateId", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: twoClubs.clubId });
    const foreign = await buildTaxRate(db, twoClubs.otherClubId);
    const inactive = await buildTaxRate(db, twoClubs.clubId, { isActive: false });
    const token = twoClubs.tokens.admin;
    for (const [{ id: taxRateId }, message] of [
      [foreign, "is not a tax rate of this club"],
      [inactive, "is an inactive tax rate"],
    ] as const) {
      const ticket = { eventId: event.id, title: "Seat", price: 1000, maxStock: 5, taxRateId };
      expect(fieldsOf(await saveTicket(ticket))).toEqual({ taxRateId: message });
      const newExtras = { eventId: event.id, name: "Dinner", price: 1000, taxRateId };
      const extras = await app.ask("event/saveExtras", { token, body: { newExtras } });
      expect(fieldsOf(extras)).toEqual({ "newExtras.taxRateId": message });
      const gold = { eventId: event.id, name: "Gold", price: 1000, taxRateId };
      const packageReply = await app.ask("sponsorship-package/save", { token, body: gold });
      expect(fieldsOf(packageReply)).toEqual({ taxRateId: message });
    }
    const own = await buildTaxRate(db, twoClubs.clubId);
    const { payload: ticket } = await saveTicket({
      eventId: event.id,
      title: "Seat",
      price: 1000,
      maxStock: 5,
      taxRateId: own.id,
    });
    expect(ticket).toMatchObject({ taxRateId: own.id, taxRate: { name: "Food", percent: 7 } });
    expect(fieldsOf(await saveTicket({ id: ticket.id, taxRateId: foreign.id }))).toEqual({
      taxRateId: "is not a tax rate of this club",
    });
    // A ticket keeps a rate that became inactive.
    await save({ id: own.id, isActive: false });
    expect((await saveTicket({ id: ticket.id, price: 1100, taxRateId: own.id })).status).toBe(200);
    expect((await saveTicket({ id: ticket.id, taxRateId: null })).payload).toMatchObject({
      taxRateId: null,
      taxRate: null,
    });
  });

  test("a tax rate that is used cannot be deleted, and a copy of the event has the same rate", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: twoClubs.clubId });
    const rate = await buildTaxRate(db, twoClubs.clubId);
    const ticket = await buildTicket(db, event.id, { taxRateId: rate.id });
    await buildExtras(db, event.id, { taxRateId: rate.id });
    await buildPackage(db, event.id, { taxRateId: rate.id });
    expect((await remove(rate.id)).code).toBe("inUse");
    const token = twoClubs.tokens.admin;
    const copy = await app.ask("event/copy", {
      token,
      body: { eventId: event.id, startDatetime: "2031-05-01T18:00:00Z" },
    });
    const query = { eventId: copy.payload.id };
    const copied = [
      ...(await app.ask("ticket/getTicketsByEventId", { token, query })).payload,
      ...(await app.ask("event/getExtras", { token, query })).payload,
      ...(await app.ask("sponsorship-package/getPackagesByEventId", { token, query })).payload,
    ];
    expect(copied.map(({ taxRateId }) => taxRateId)).toEqual([rate.id, rate.id, rate.id]);
    await saveTicket({ id: ticket.id, taxRateId: null });
    expect((await remove(rate.id)).code).toBe("inUse");
  });
});

describe("a rate that is chosen and deleted at the same time", () => {
  async function buildRateAndTicket() {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: twoClubs.clubId });
    const [rate, ticket] = [await buildTaxRate(db, twoClubs.clubId), await buildTicket(db, event.id)];
    return { db, ticketId: ticket.id, choice: { clubId: twoClubs.clubId, taxRateId: rate.id } };
  }

  test("if a tax rate is chosen and deleted at the same time, exactly one of the two requests is refused, in 8 rounds", async () => {
    for (let round = 0; round < 8; round++) {
      const { ticketId, choice } = await buildRateAndTicket();
      const [chosen, removed] = await Promise.all([
        saveTicket({ id: ticketId, taxRateId: choice.taxRateId }),
        remove(choice.taxRateId),
      ]);
      if (chosen.status === 200) expect(removed.code).toBe("inUse");
      else {
        expect(fieldsOf(chosen)).toEqual({ taxRateId: "is not a tax rate of this club" });
        expect(removed.status).toBe(200);
      }
    }
  });

  test("control: without the lock on the tax rate, only the foreign key refuses to choose a deleted rate", async () => {
    const { db, ticketId, choice } = await buildRateAndTicket();
    const choosing = inTransaction(db, async (tx) => {
      await requireTaxRate(tx, choice, "taxRateId", taxRateById as typeof lockTaxRateForUse);
      await inTransaction(db, (other) => removeTaxRate(other, choice.taxRateId, "user:1"));
      await tx
        .updateTable("tickets")
        .set({ tax_rate_id: choice.taxRateId })
        .where("id", "=", ticketId)
        .execute();
    });
    await expect(choosing).rejects.toSatisfy(
      (error) => violatedConstraint(error) === "tickets_tax_rate_id_fkey",
    );
  });
});

/** The dinner's rate is 7 %. */
async function dinnerEvent(spec: { pricesIncludeTax?: boolean; validFrom?: Date } = {}) {
  const { db } = app.database;
  const { pricesIncludeTax = false, validFrom } = spec;
  const event = await buildEvent(db, { clubId: twoClubs.clubId, taxAmount: 19, pricesIncludeTax });
  const rate = await buildTaxRate(db, twoClubs.clubId, validFrom === undefined ? {} : { validFrom });
  const ticket = await buildTicket(db, event.id, { price: 2500 });
  const dinner = await buildExtras(db, event.id, { price: 2000, taxRateId: rate.id });
  return { event, rate, ticket, dinner };
}

async function buy({ event, ticket, dinner }: Awaited<ReturnType<typeof dinnerEvent>>, more: object = {}) {
  const reply = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 2 }],
      extras: [{ extrasId: dinner.id, quantity: 1 }],
      attendees: ["Mia", "Ben"].map((firstName) => ({
        ticketId: ticket.id,
        firstName,
        email: `${firstName}@example.org`,
      })),
      ...more,
    },
  });
  expect(reply.status).toBe(200);
  return reply.payload;
}

describe("an order with two tax rates", () => {
  test("an order's total includes the tax of each rate, and the order stays the same when a rate is changed later", async () => {
    const sale = await dinnerEvent();
    const { order } = await buy(sale);
    const priced = {
      subtotal: 7000,
      tax: 1090,
      totalAmount: 8090,
      taxes: [
        { name: "Tax", percent: 19, net: 5000, tax: 950 },
        { name: "Food", percent: 7, net: 2000, tax: 140 },
      ],
      items: [
        { kind: "ticket", total: 5000, net: 5000, tax: 950 },
        { kind: "extras", total: 2000, net: 2000, tax: 140, taxRate: { name: "Food", percent: 7 } },
      ],
    };
    expect(order).toMatchObject(priced);
    await save({ id: sale.rate.id, name: "Meals", percent: 19 });
    await app.ask("event/saveExtras", {
      token: twoClubs.tokens.admin,
      body: { newExtras: { id: sale.dinner.id, taxRateId: null } },
    });
    const again = await app.ask("order/getOrderById", {
      token: twoClubs.tokens.admin,
      query: { orderId: order.id },
    });
    expect(again.payload).toMatchObject(priced);
  });

  test("if prices include the taxes, the buyer pays exactly the prices", async () => {
    const sale = await dinnerEvent({ pricesIncludeTax: true });
    const { order } = await buy(sale);
    expect(order).toMatchObject({
      subtotal: 4202 + 1869,
      tax: 798 + 131,
      totalAmount: 7000,
      taxes: [
        { name: "Tax", percent: 19, net: 4202, tax: 798 },
        { name: "Food", percent: 7, net: 1869, tax: 131 },
      ],
    });
  });

  test("a promo code reduces the tax of the lines that it makes cheaper", async () => {
    const sale = await dinnerEvent();
    const { code } = await buildPromoCode(app.database.db, sale.event.id, { value: 50 });
    const { order } = await buy(sale, { promoCode: code });
    expect(order).toMatchObject({
      discount: 2500,
      tax: 475 + 140,
      taxes: [
        { percent: 19, net: 2500, tax: 475 },
        { percent: 7, net: 2000, tax: 140 },
      ],
    });
  });

  test("before a tax rate is valid, the event's tax is charged", async () => {
    const { order } = await buy(await dinnerEvent({ validFrom: new Date("2100-01-01T00:00:00Z") }));
    expect(order.taxes).toEqual([{ name: "Tax", percent: 19, net: 7000, tax: 1330 }]);
    const valid = await buy(await dinnerEvent({ validFrom: new Date("2020-01-01T00:00:00Z") }));
    expect(valid.order.taxes).toHaveLength(2);
  });

  test("extras that are bought after the tickets have their own tax rate", async () => {
    const sale = await dinnerEvent();
    const free = await buildTicket(app.database.db, sale.event.id, { price: 0 });
    const { registration, accessKey } = (
      await app.ask("registration/express", {
        body: {
          eventId: sale.event.id,
          tickets: [{ ticketId: free.id, quantity: 1 }],
          attendees: [{ ticketId: free.id, firstName: "Mia", email: "mia@example.org" }],
        },
      })
    ).payload;
    const { payload } = await app.ask("extras/purchaseExtras", {
      body: {
        registrationId: registration.id,
        accessKey,
        extras: [{ extrasId: sale.dinner.id, quantity: 2 }],
        totalAmount: 4280,
      },
    });
    expect(payload.order.taxes).toEqual([{ name: "Food", percent: 7, net: 4000, tax: 280 }]);
  });

  test("people whom staff add by hand pay both rates too, and a price that staff choose is divided over both rates", async () => {
    const { event, ticket, dinner } = await dinnerEvent();
    const add = (more: object) =>
      app.ask("registration/add", {
        token: twoClubs.tokens.admin,
        body: {
          eventId: event.id,
          tickets: [{ ticketId: ticket.id, quantity: 1 }],
          extras: [{ extrasId: dinner.id, quantity: 1 }],
          attendees: [{ ticketId: ticket.id, firstName: "Mia" }],
          paid: "cash",
          mail: false,
          ...more,
        },
      });
    expect((await add({})).payload.order).toMatchObject({ totalAmount: 2975 + 2140 });
    // The list price is 45.00, so 22.50 is half the price of both.
    expect((await add({ price: 2250 })).payload.order.taxes).toEqual([
      { name: "Tax", percent: 19, net: 1250, tax: 238 },
      { name: "Food", percent: 7, net: 1000, tax: 70 },
    ]);
  });

  test("the refund of a dinner includes the dinner's own tax, and the closing lists both rates", async () => {
    const { event, ticket, dinner } = await dinnerEvent();
    const token = twoClubs.tokens.admin;
    const { order } = (
      await app.ask("registration/add", {
        token,
        body: {
          eventId: event.id,
          tickets: [{ ticketId: ticket.id, quantity: 2 }],
          extras: [{ extrasId: dinner.id, quantity: 1 }],
          attendees: ["Mia", "Ben"].map((firstName) => ({ ticketId: ticket.id, firstName })),
          paid: "cash",
          mail: false,
        },
      })
    ).payload;
    const refund = (body: object) => app.ask("order/refund", { token, body: { orderId: order.id, ...body } });
    const taxes = async () => (await readClosingFigures(app.database.db, event.id)).taxes;
    await refund({ items: [{ kind: "extras", refId: dinner.id, quantity: 1 }] });
    expect(await taxes()).toEqual([
      { percent: 19, net: 5000, tax: 950, refundedNet: 0, refundedTax: 0 },
      { percent: 7, net: 2000, tax: 140, refundedNet: 2000, refundedTax: 140 },
    ]);
    await refund({ items: [{ kind: "ticket", refId: ticket.id, quantity: 1 }] });
    await refund({ amount: 1000 });
    expect(await taxes()).toEqual([
      { percent: 19, net: 5000, tax: 950, refundedNet: 3340, refundedTax: 635 },
      { percent: 7, net: 2000, tax: 140, refundedNet: 2000, refundedTax: 140 },
    ]);
    await refund({});
    expect(await taxes()).toEqual([
      { percent: 19, net: 5000, tax: 950, refundedNet: 5000, refundedTax: 950 },
      { percent: 7, net: 2000, tax: 140, refundedNet: 2000, refundedTax: 140 },
    ]);
  });

  test("a sponsor's package is taxed only if it has a tax rate", async () => {
    const { db } = app.database;
    const { event, rate } = await dinnerEvent();
    const plain = await buildPackage(db, event.id, { price: 10_000 });
    const rated = await buildPackage(db, event.id, { price: 10_000, taxRateId: rate.id });
    const sponsorData = { firstName: "Ada", email: "ada@example.org" };
    for (const [{ id: packageId }, tax] of [
      [plain, 0],
      [rated, 700],
    ] as const) {
      const { sponsorship, accessKey } = (
        await app.ask("sponsorship/create", { body: { eventId: event.id, packageId, sponsorData } })
      ).payload;
      const own = await app.ask("sponsorship/getOwn", {
        query: { sponsorshipId: sponsorship.id, accessKey },
      });
      expect(own.payload.order).toMatchObject({ subtotal: 10_000, tax, totalAmount: 10_000 + tax });
    }
  });
});
