/** Packages as staff save them, and sponsorships as staff read them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildPackage, buildSponsorship, buildTicket } from "../../testing/builders.ts";
import { order } from "../../testing/buying.ts";
import { fieldsOf, historyOf, type Office, openOffice } from "../../testing/office.ts";

let app: TestApp;
let office: Office;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  office = await openOffice(app);
  eventId = (await buildEvent(app.database.db, { clubId: office.clubId })).id;
});
afterAll(() => app.close());

const save = (body: object, sent: TestRequest = {}) =>
  app.ask("sponsorship-package/save", { token: office.tokens.admin, ...sent, body });
const remove = (packageId: number) =>
  app.ask("sponsorship-package/deletePackage", { body: { packageId }, token: office.tokens.admin });

describe("sponsorship-package/save", () => {
  test("makes a package in its event's currency, and changes what is given", async () => {
    const features = [{ text: "Logo on the wall", included: true }, { text: "Speech" }];
    const made = (await save({ eventId, name: "Gold", price: 50_000, features })).payload;
    expect(made).toEqual({
      id: expect.any(Number),
      eventId,
      clubId: office.clubId,
      name: "Gold",
      price: 50_000,
      currency: "eur",
      description: "",
      features: [
        { text: "Logo on the wall", included: true },
        { text: "Speech", included: true },
      ],
      availableCount: -1,
      soldCount: 0,
      heldCount: 0,
      isActive: true,
    });
    const changed = (await save({ id: made.id, availableCount: 3, description: "Best" })).payload;
    expect(changed).toEqual({ ...made, availableCount: 3, description: "Best" });
    expect(await historyOf(app.database.db, "package", made.id)).toMatchObject([
      { action: "created", actor: `user:${office.users.admin}`, event_id: eventId },
      { action: "changed", detail: { from: { available_count: -1 }, to: { available_count: 3 } } },
    ]);
  });

  test("makes one of the club without an event; sudo names the club", async () => {
    const body = { name: "Patron", price: 5000, currency: "thb" };
    expect((await save(body)).payload).toMatchObject({
      eventId: null,
      clubId: office.clubId,
      currency: "thb",
    });
    const bySudo = { token: office.tokens.sudo };
    expect(fieldsOf(await save(body, bySudo))).toEqual({ clubId: "is required" });
    const named = await save({ ...body, clubId: office.otherClubId }, bySudo);
    expect(named.payload.clubId).toBe(office.otherClubId);
  });

  test.each<[string, object, string]>([
    ["name", { name: "" }, "is required"],
    ["price", { price: 0 }, "must be more than 0"],
    ["price", { price: 1.5 }, "must be a whole number of minor units"],
    ["currency", { currency: "usd" }, "must be eur, as its event is"],
    ["availableCount", { availableCount: -2 }, "must not be negative"],
    ["features.0.text", { features: [{ text: "" }] }, "is required"],
  ])("is refused at its field: %s %j", async (path, more, message) => {
    const reply = await save({ eventId, name: "Gold", price: 50_000, ...more });
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [path]: message }]);
  });

  test("is not touched by what only we may say, nor by another club", async () => {
    const made = (await save({ eventId, name: "Silver", price: 10_000 })).payload;
    const strange = { clubId: office.otherClubId, eventId: 987_654, soldCount: 9, sold_count: 9, role: 10 };
    expect((await save({ id: made.id, ...strange })).payload).toEqual(made);
    const byStranger = { token: office.tokens.stranger };
    expect((await save({ id: made.id, price: 100 }, byStranger)).status).toBe(404);
    expect((await save({ eventId, name: "Mine", price: 100 }, byStranger)).status).toBe(404);
  });

  test("keeps as many as are sold", async () => {
    const { id } = await buildPackage(app.database.db, eventId, { availableCount: 5 });
    await app.database.db
      .updateTable("sponsorship_packages")
      .set({ sold_count: 2 })
      .where("id", "=", id)
      .execute();
    const reply = await save({ id, availableCount: 1 });
    expect([reply.code, fieldsOf(reply)]).toEqual([
      "inUse",
      { availableCount: "must be at least 2, the number sold or held" },
    ]);
    expect((await save({ id, availableCount: 2 })).payload.availableCount).toBe(2);
    expect((await save({ id, availableCount: -1 })).payload.availableCount).toBe(-1);
    expect(await remove(id)).toMatchObject({ status: 409, code: "inUse" });
  });
});

test("a package is offered or not by its status, to the public and to staff", async () => {
  const { id } = await buildPackage(app.database.db, eventId);
  const setStatus = (isActive: boolean) =>
    app.ask("sponsorship-package/updateStatus", {
      body: { packageId: id, isActive },
      token: office.tokens.admin,
    });
  const isListed = async (token?: string) => {
    const sent = { query: { eventId }, ...(token === undefined ? {} : { token }) };
    return (await app.ask("sponsorship-package/getPackagesByEventId", sent)).payload.some(
      (one) => one.id === id,
    );
  };
  expect((await setStatus(false)).payload.isActive).toBe(false);
  expect([await isListed(), await isListed(office.tokens.admin)]).toEqual([false, true]);
  expect((await setStatus(true)).payload.isActive).toBe(true);
  expect(await isListed()).toBe(true);
});

test("a package that nobody wanted can be deleted, one that somebody is buying cannot", async () => {
  const [unwanted, wanted] = [
    await buildPackage(app.database.db, eventId),
    await buildPackage(app.database.db, eventId),
  ];
  await buildSponsorship(app.database.db, { eventId, packageId: wanted.id });
  expect((await remove(unwanted.id)).payload).toEqual({ id: unwanted.id });
  expect(await remove(wanted.id)).toMatchObject({ status: 409, code: "inUse" });
});

describe("sponsorships", () => {
  test("are read by event, by registration and by id, newest first", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: office.clubId });
    const ticket = await buildTicket(db, event.id, { price: 0 });
    const { registrationId } = await order(app, event.id, ticket.id);
    const gold = await buildPackage(db, event.id);
    const first = await buildSponsorship(db, { eventId: event.id, packageId: gold.id });
    const second = await buildSponsorship(db, {
      eventId: event.id,
      registrationId,
      amount: 700,
      paymentStatus: "paid",
    });
    const token = office.tokens.admin;
    const byEvent = await app.ask("sponsorship/getSponsorshipsByEventId", {
      query: { eventId: event.id },
      token,
    });
    expect(byEvent.payload).toMatchObject([
      {
        id: second.id,
        packageType: "donation",
        packageId: null,
        amount: 700,
        paymentStatus: "paid",
        registrationId,
      },
      {
        id: first.id,
        packageType: "Gold",
        packageId: gold.id,
        clubId: office.clubId,
        currency: "eur",
        sponsorData: {
          firstName: "Ada",
          lastName: "",
          email: "ada@example.org",
          phone: "",
          organization: "",
          message: "",
        },
      },
    ]);
    const byRegistration = await app.ask("sponsorship/getSponsorshipsByRegistrationId", {
      query: { registrationId },
      token,
    });
    expect(byRegistration.payload).toEqual([byEvent.payload[0]]);
    const byId = await app.ask("sponsorship/getSponsorshipById", {
      query: { sponsorshipId: first.id },
      token,
    });
    expect(byId.payload).toEqual(byEvent.payload[1]);
    expect(JSON.stringify(byEvent)).not.toMatch(/accessKey|access_key/);
  });

  test("come to what is paid, what is pending and what was given back; failed ones count for nothing", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: office.clubId });
    for (const [amount, paymentStatus] of [
      [1000, "paid"],
      [2000, "paid"],
      [500, "pending"],
      [9000, "failed"],
      [9000, "refunded"],
    ] as const)
      await buildSponsorship(db, { eventId: event.id, amount, paymentStatus });
    const reply = await app.ask("sponsorship/getTotals", {
      query: { eventId: event.id },
      token: office.tokens.admin,
    });
    expect(reply.payload).toEqual([
      {
        currency: "eur",
        paid: { count: 2, amount: 3000 },
        pending: { count: 1, amount: 500 },
        refunded: { count: 1, amount: 9000 },
      },
    ]);
  });
});
