import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildPackage, buildSponsorship, buildTicket } from "../../testing/builders.ts";
import { placeTestOrder } from "../../testing/buying.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  eventId = (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;
});
afterAll(() => app.close());

const save = (body: object, request: TestRequest = {}) =>
  app.ask("sponsorship-package/save", { token: clubs.tokens.admin, ...request, body });
const remove = (packageId: number) =>
  app.ask("sponsorship-package/deletePackage", { body: { packageId }, token: clubs.tokens.admin });

describe("sponsorship-package/save", () => {
  test("a new package has its event's currency, and a change affects only the fields that are sent", async () => {
    const features = [{ text: "Logo on the wall", included: true }, { text: "Speech" }];
    const created = (await save({ eventId, name: "Gold", price: 50_000, features })).payload;
    expect(created).toEqual({
      id: expect.any(Number),
      eventId,
      clubId: clubs.clubId,
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
      taxRate: null,
      taxRateId: null,
      tickets: null,
    });
    const changed = (await save({ id: created.id, availableCount: 3, description: "Best" })).payload;
    expect(changed).toEqual({ ...created, availableCount: 3, description: "Best" });
    expect(await historyOf(app.database.db, "package", created.id)).toMatchObject([
      { action: "created", actor: `user:${clubs.users.admin}`, event_id: eventId },
      { action: "changed", detail: { from: { available_count: -1 }, to: { available_count: 3 } } },
    ]);
  });

  test("a package can belong to a club without an event; sudo must send the club", async () => {
    const body = { name: "Patron", price: 5000, currency: "thb" };
    expect((await save(body)).payload).toMatchObject({
      eventId: null,
      clubId: clubs.clubId,
      currency: "thb",
    });
    expect((await save({ ...body, clubId: clubs.otherClubId })).payload.clubId).toBe(clubs.clubId);
    const bySudo = { token: clubs.tokens.sudo };
    expect(fieldsOf(await save(body, bySudo))).toEqual({ clubId: "is required" });
    const named = await save({ ...body, clubId: clubs.otherClubId }, bySudo);
    expect(named.payload.clubId).toBe(clubs.otherClubId);
  });

  test.each<[string, object, string]>([
    ["name", { name: "" }, "is required"],
    ["price", { price: 0 }, "must be more than 0"],
    ["price", { price: 1.5 }, "must be a whole number of minor units"],
    [
      "currency",
      { currency: "usd" },
      "must stay eur: a package of an event, or one that was sold, keeps its currency",
    ],
    ["availableCount", { availableCount: -2 }, "must not be negative"],
    ["features.0.text", { features: [{ text: "" }] }, "is required"],
  ])("a package is refused with an error for its wrong field: %s %j", async (path, more, message) => {
    const reply = await save({ eventId, name: "Gold", price: 50_000, ...more });
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [path]: message }]);
  });

  test("a package ignores fields that only the server sets, and another club cannot change it", async () => {
    const created = (await save({ eventId, name: "Silver", price: 10_000 })).payload;
    const foreign = { clubId: clubs.otherClubId, eventId: 987_654, soldCount: 9, sold_count: 9, role: 10 };
    expect((await save({ id: created.id, ...foreign })).payload).toEqual(created);
    const byStranger = { token: clubs.tokens.stranger };
    expect((await save({ id: created.id, price: 100 }, byStranger)).status).toBe(404);
    expect((await save({ eventId, name: "Mine", price: 100 }, byStranger)).status).toBe(404);
  });

  test("a package's availableCount cannot be less than what is sold, and a sold package cannot be deleted", async () => {
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

test("an inactive package is hidden from the public, and staff still see it", async () => {
  const { id } = await buildPackage(app.database.db, eventId);
  const setStatus = (isActive: boolean) =>
    app.ask("sponsorship-package/updateStatus", {
      body: { packageId: id, isActive },
      token: clubs.tokens.admin,
    });
  const isListed = async (token?: string) => {
    const request = { query: { eventId }, ...(token === undefined ? {} : { token }) };
    return (await app.ask("sponsorship-package/getPackagesByEventId", request)).payload.some(
      (one) => one.id === id,
    );
  };
  expect((await setStatus(false)).payload.isActive).toBe(false);
  expect([await isListed(), await isListed(clubs.tokens.admin)]).toEqual([false, true]);
  expect((await setStatus(true)).payload.isActive).toBe(true);
  expect(await isListed()).toBe(true);
});

test("a package that nobody bought can be deleted, and one that somebody is buying cannot", async () => {
  const [unwanted, wanted] = [
    await buildPackage(app.database.db, eventId),
    await buildPackage(app.database.db, eventId),
  ];
  await buildSponsorship(app.database.db, { eventId, packageId: wanted.id });
  expect((await remove(unwanted.id)).payload).toEqual({ id: unwanted.id });
  expect(await remove(wanted.id)).toMatchObject({ status: 409, code: "inUse" });
});

describe("sponsorships", () => {
  test("sponsorships are read by event, by registration and by id, newest first", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: clubs.clubId });
    const ticket = await buildTicket(db, event.id, { price: 0 });
    const { registrationId } = await placeTestOrder(app, event.id, ticket.id);
    const gold = await buildPackage(db, event.id);
    const first = await buildSponsorship(db, { eventId: event.id, packageId: gold.id });
    const second = await buildSponsorship(db, {
      eventId: event.id,
      registrationId,
      amount: 700,
      paymentStatus: "paid",
    });
    const token = clubs.tokens.admin;
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
        clubId: clubs.clubId,
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
    const { access_key: accessKey } = await app.database.db
      .selectFrom("sponsorships")
      .select("access_key")
      .where("id", "=", first.id)
      .executeTakeFirstOrThrow();
    expect(byId.payload.accessKey).toBe(accessKey);
    expect(JSON.stringify(byEvent)).not.toContain("access_key");
  });

  test("the totals count paid, pending and refunded sponsorships separately, and leave out failed ones", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId: clubs.clubId });
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
      token: clubs.tokens.admin,
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
