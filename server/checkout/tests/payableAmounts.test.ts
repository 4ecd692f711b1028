import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallName } from "../../../contract/all.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildPackage, buildTicket } from "../../testing/builders.ts";
import { hold, people, placeTestOrder } from "../../testing/buying.ts";
import { databaseContents } from "../../testing/contents.ts";
import { buildTwoClubs, fieldsOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  eventId = (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;
});
afterAll(() => app.close());

const onlineMinimum = "must be at least €0.50, the least that can be paid online";
const tooLittle = `${onlineMinimum}, or free`;
const tooMuch = "must be at most €999,999.99, the largest amount of one payment";

/** Checks that the request is refused and writes nothing. */
async function refusedFields(name: CallName, request: TestRequest): Promise<Record<string, string>> {
  const before = await databaseContents(app.database.db);
  const reply = await app.ask(name, request);
  expect(await databaseContents(app.database.db)).toEqual(before);
  expect([reply.status, reply.code]).toEqual([400, "invalidInput"]);
  return fieldsOf(reply);
}

describe("a price that staff save", () => {
  const kinds: [string, CallName, string, (price: number) => object, string][] = [
    [
      "a ticket",
      "ticket/save",
      "price",
      (price) => ({ eventId, title: "Standard", price, maxStock: 5 }),
      tooLittle,
    ],
    [
      "an extra",
      "event/saveExtras",
      "newExtras.price",
      (price) => ({ newExtras: { eventId, name: "Shirt", price } }),
      tooLittle,
    ],
    // Packages are never free.
    [
      "a package",
      "sponsorship-package/save",
      "price",
      (price) => ({ eventId, name: "Gold", price }),
      onlineMinimum,
    ],
  ];

  test.each(kinds)(
    "the price of %s is refused just below the minimum and above the maximum",
    async (...kind) => {
      const [, call, path, body, message] = kind;
      const save = (price: number) => refusedFields(call, { body: body(price), token: clubs.tokens.admin });
      expect(await save(49)).toEqual({ [path]: message });
      expect(await save(100_000_000)).toEqual({ [path]: tooMuch });
    },
  );

  test.each(kinds)("the price of %s may be the minimum or the maximum", async (_kind, call, _path, body) => {
    for (const price of [50, 99_999_999]) {
      const reply = await app.ask(call, { body: body(price), token: clubs.tokens.admin });
      expect([reply.status, reply.code]).toEqual([200, undefined]);
    }
  });

  test("a ticket's price cannot be changed to an amount that cannot be paid online", async () => {
    const { id } = await buildTicket(app.database.db, eventId, { price: 2500 });
    const body = { id, price: 20 };
    expect(await refusedFields("ticket/save", { body, token: clubs.tokens.admin })).toEqual({
      price: tooLittle,
    });
  });

  test("a ticket's price is refused if an active promo code makes it an amount that cannot be paid", async () => {
    const event = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const ask = (name: CallName, body: object) => app.ask(name, { body, token: clubs.tokens.admin });
    const ticket = { eventId: event.id, title: "Standard", price: 2500, maxStock: 5 };
    const { id } = (await ask("ticket/save", ticket)).payload as { id: number };
    const code = { eventId: event.id, code: "SPRING", kind: "amount", value: 2000 };
    const saved = (await ask("promoCode/save", code)).payload as { id: number };
    const message = `would make Standard with the code SPRING cost €0.20, which ${tooLittle}`;
    const body = { id, price: 2020 };
    const request = { body, token: clubs.tokens.admin };
    expect(await refusedFields("ticket/save", request)).toEqual({ price: message });
    const another = { body: { ...ticket, title: "Late", price: 2049 }, token: clubs.tokens.admin };
    expect(await refusedFields("ticket/save", another)).toEqual({
      price: `would make Late with the code SPRING cost €0.49, which ${tooLittle}`,
    });
    await ask("promoCode/save", { id: saved.id, isActive: false });
    expect((await ask("ticket/save", body)).status).toBe(200);
    // An inactive code may make such a price, but cannot be activated.
    expect((await ask("promoCode/save", { id: saved.id, maxUses: 5 })).status).toBe(200);
    const inactive = { ...code, code: "SPRING-2", isActive: false };
    expect((await ask("promoCode/save", inactive)).status).toBe(200);
    const active = { body: { id: saved.id, isActive: true }, token: clubs.tokens.admin };
    expect(await refusedFields("promoCode/save", active)).toEqual({
      value: `would make Standard cost €0.20, which ${tooLittle}`,
    });
  });

  test.each([
    ["a ticket's price", { ticket: 50 }, "Standard cost THB 0.50"],
    ["an extra's price", { extra: 500 }, "Shirt cost THB 5"],
    ["a package's price", { pack: 500 }, "Gold cost THB 5"],
    ["a price with a code", { ticket: 2500, code: 2000 }, "Standard with the code SPRING cost THB 5"],
  ])("a new currency is refused if an amount cannot be paid in it: %s", async (_what, prices, words) => {
    const { ticket, extra, pack, code } = prices as {
      ticket?: number;
      extra?: number;
      pack?: number;
      code?: number;
    };
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: clubs.clubId, currency: "usd" });
    const ownEventId = event.id;
    if (ticket) await buildTicket(db, ownEventId, { title: "Standard", price: ticket });
    if (extra) await buildExtras(db, ownEventId, { name: "Shirt", price: extra });
    if (pack) await buildPackage(db, ownEventId, { price: pack });
    if (code) {
      const body = { eventId: ownEventId, code: "SPRING", kind: "amount", value: code };
      expect((await app.ask("promoCode/save", { body, token: clubs.tokens.admin })).status).toBe(200);
    }
    const change = (currency: string) => ({
      body: { id: ownEventId, currency },
      token: clubs.tokens.admin,
    });
    const least = `which must be at least THB 10, the least that can be paid online${pack ? "" : ", or free"}`;
    const { currency: message } = await refusedFields("event/save", change("thb"));
    // Intl puts a no-break space after a currency's letters.
    expect(message?.replaceAll("\u00a0", " ")).toBe(`would make ${words}, ${least}`);
    expect((await app.ask("event/save", change("eur"))).status).toBe(200);
  });

  test("an active promo code is refused if it makes a price an amount that cannot be paid", async () => {
    const event = await buildEvent(app.database.db, { clubId: clubs.clubId });
    await buildTicket(app.database.db, event.id, { title: "Standard", price: 2500 });
    const code = (value: number) => ({
      body: { eventId: event.id, code: "SPRING", kind: "amount", value },
      token: clubs.tokens.admin,
    });
    expect(await refusedFields("promoCode/save", code(2480))).toEqual({
      value: `would make Standard cost €0.20, which ${tooLittle}`,
    });
    expect((await app.ask("promoCode/save", code(2500))).status).toBe(200);
  });
});

describe("an order whose total cannot be paid", () => {
  /** Staff could save such a price before it was checked. */
  const cheapTicket = async (price = 20) => {
    const event = await buildEvent(app.database.db);
    return { eventId: event.id, ticketId: (await buildTicket(app.database.db, event.id, { price })).id };
  };

  test("an order whose total cannot be paid is refused when it is placed", async () => {
    const { eventId, ticketId } = await cheapTicket();
    const { registration, accessKey } = await hold(app, eventId, ticketId);
    const proof = { registrationId: registration.id, accessKey };
    await app.ask("registration/save", { body: { ...proof, attendees: people(ticketId) } });
    expect(await refusedFields("order/createOrder", { body: proof })).toEqual({ totalAmount: tooLittle });
  });

  test("an express order whose total cannot be paid is refused and holds no places", async () => {
    const { eventId, ticketId } = await cheapTicket();
    const body = { eventId, tickets: [{ ticketId, quantity: 1 }], attendees: people(ticketId) };
    expect(await refusedFields("registration/express", { body })).toEqual({ totalAmount: tooLittle });
  });

  test("an order is placed when the total of its tickets can be paid", async () => {
    const { eventId, ticketId } = await cheapTicket();
    expect((await placeTestOrder(app, eventId, ticketId, 3)).quote.totalAmount).toBe(60);
  });

  test("extras whose total cannot be paid are refused when they are bought afterwards", async () => {
    const { eventId, ticketId } = await cheapTicket(0);
    const extra = await buildExtras(app.database.db, eventId, { price: 20 });
    const { registrationId, accessKey } = await placeTestOrder(app, eventId, ticketId);
    const body = { registrationId, accessKey, extras: [{ extrasId: extra.id, quantity: 1 }] };
    expect(await refusedFields("extras/purchaseExtras", { body })).toEqual({ extras: tooLittle });
  });
});
