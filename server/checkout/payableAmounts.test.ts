/** Amounts that no card can pay are refused when staff save them and when an order is placed, and nothing is written. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallName } from "../../contract/all.ts";
import { type Sent, type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../testing/builders.ts";
import { hold, order, people } from "../testing/buying.ts";
import { contentsOf } from "../testing/contents.ts";
import { fieldsOf, type Office, openOffice } from "../testing/office.ts";

let app: TestApp;
let office: Office;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  office = await openOffice(app);
  eventId = (await buildEvent(app.database.db, { clubId: office.clubId })).id;
});
afterAll(() => app.close());

const tooLittle = "must be at least €0.50, the least that can be paid online, or free";
const tooMuch = "must be at most €999,999.99, the most that can be paid at once";

/** Asks for something that is refused as bad input, and sees that nothing was written. */
async function refusedFields(name: CallName, sent: Sent): Promise<Record<string, string>> {
  const before = await contentsOf(app.database.db);
  const told = await app.ask(name, sent);
  expect(await contentsOf(app.database.db)).toEqual(before);
  expect([told.status, told.code]).toEqual([400, "invalidInput"]);
  return fieldsOf(told);
}

describe("a price that staff save", () => {
  const kinds: [string, CallName, string, (price: number) => object][] = [
    ["a ticket", "ticket/save", "price", (price) => ({ eventId, title: "Standard", price, maxStock: 5 })],
    [
      "an extra",
      "event/saveExtras",
      "newExtras.price",
      (price) => ({ newExtras: { eventId, name: "Shirt", price } }),
    ],
    ["a package", "sponsorship-package/save", "price", (price) => ({ eventId, name: "Gold", price })],
  ];

  test.each(kinds)("of %s is refused below the least and above the most", async (_kind, call, path, body) => {
    const save = (price: number) => refusedFields(call, { body: body(price), token: office.tokens.admin });
    expect(await save(49)).toEqual({ [path]: tooLittle });
    expect(await save(100_000_000)).toEqual({ [path]: tooMuch });
  });

  test.each(kinds)("of %s may be the least and the most", async (_kind, call, _path, body) => {
    for (const price of [50, 99_999_999]) {
      const told = await app.ask(call, { body: body(price), token: office.tokens.admin });
      expect([told.status, told.msg]).toEqual([200, null]);
    }
  });

  test("may not be changed to one that cannot be paid", async () => {
    const { id } = await buildTicket(app.database.db, eventId, { price: 2500 });
    const body = { id, price: 20 };
    expect(await refusedFields("ticket/save", { body, token: office.tokens.admin })).toEqual({
      price: tooLittle,
    });
  });

  test("is not made by a promo code either", async () => {
    const event = await buildEvent(app.database.db, { clubId: office.clubId });
    await buildTicket(app.database.db, event.id, { title: "Standard", price: 2500 });
    const code = (value: number) => ({
      body: { eventId: event.id, code: "SPRING", kind: "amount", value },
      token: office.tokens.admin,
    });
    expect(await refusedFields("promoCode/save", code(2480))).toEqual({
      value: `would make Standard cost €0.20, which ${tooLittle}`,
    });
    expect((await app.ask("promoCode/save", code(2500))).status).toBe(200);
  });
});

describe("an order that comes to an amount which cannot be paid", () => {
  /** Prices from before they were asked for. */
  const cheap = async (price = 20) => {
    const event = await buildEvent(app.database.db);
    return { eventId: event.id, ticketId: (await buildTicket(app.database.db, event.id, { price })).id };
  };

  test("is refused when it is placed", async () => {
    const { eventId, ticketId } = await cheap();
    const { registration, accessKey } = await hold(app, eventId, ticketId);
    const proof = { registrationId: registration.id, accessKey };
    await app.ask("registration/save", { body: { ...proof, attendees: people(ticketId) } });
    expect(await refusedFields("order/createOrder", { body: proof })).toEqual({ totalAmount: tooLittle });
  });

  test("is refused in one call too, and holds no places", async () => {
    const { eventId, ticketId } = await cheap();
    const body = { eventId, tickets: [{ ticketId, quantity: 1 }], attendees: people(ticketId) };
    expect(await refusedFields("registration/express", { body })).toEqual({ totalAmount: tooLittle });
  });

  test("is placed when its tickets together can be paid", async () => {
    const { eventId, ticketId } = await cheap();
    expect((await order(app, eventId, ticketId, 3)).quote.totalAmount).toBe(60);
  });

  test("is refused of extras that are bought afterwards", async () => {
    const { eventId, ticketId } = await cheap(0);
    const extra = await buildExtras(app.database.db, eventId, { price: 20 });
    const { registrationId, accessKey } = await order(app, eventId, ticketId);
    const body = { registrationId, accessKey, extras: [{ extrasId: extra.id, quantity: 1 }] };
    expect(await refusedFields("extras/purchaseExtras", { body })).toEqual({ extras: tooLittle });
  });
});
