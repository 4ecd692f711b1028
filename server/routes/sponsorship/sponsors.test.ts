import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildPackage, buildSponsorship, buildTicket } from "../../testing/builders.ts";
import { card, placeTestOrder } from "../../testing/buying.ts";
import { buildTwoClubs, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org", message: "Good luck!" };

async function newEvent(config: object = { showSponsors: true }) {
  const { db } = app.database;
  const { id: eventId } = await buildEvent(db, { clubId: clubs.clubId, config });
  const silver = await buildPackage(db, eventId, { name: "Silver", price: 10_000 });
  const gold = await buildPackage(db, eventId, { name: "Gold", price: 50_000, availableCount: 1 });
  return { eventId, gold: gold.id, silver: silver.id };
}

const newSponsor = async (eventId: number, more: object) => {
  const created = await app.ask("sponsorship/create", { body: { eventId, sponsorData: ada, ...more } });
  expect(created.status).toBe(200);
  return { sponsorshipId: created.payload.sponsorship.id, accessKey: created.payload.accessKey };
};
const pay = async (proof: { sponsorshipId: number; accessKey: string }) => {
  const started = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
  const { paymentIntentId } = started.payload;
  return app.ask("stripe/confirm-payment", {
    body: { paymentIntentId, accessKey: proof.accessKey, card: card() },
  });
};
const sponsor = async (eventId: number, more: object) => {
  const proof = await newSponsor(eventId, more);
  expect(await pay(proof)).toMatchObject({ status: 200 });
  return proof.sponsorshipId;
};
const support = async (eventId: number) =>
  (await app.ask("sponsorship/getSupport", { query: { eventId } })).payload;
const setPublic = (sponsorshipId: number, isPublic: boolean) =>
  app.ask("sponsorship/setPublic", { body: { sponsorshipId, isPublic }, token: clubs.tokens.admin });

describe("an event's page", () => {
  test("an event's page shows sponsors who paid and agreed, the most expensive package first, donors last", async () => {
    const { eventId, gold, silver } = await newEvent();
    const bronze = await buildPackage(app.database.db, eventId, { name: "Bronze", price: 5000 });
    await sponsor(eventId, { amount: 2500 });
    await sponsor(eventId, { packageId: bronze.id });
    await sponsor(eventId, { packageId: silver });
    await sponsor(eventId, { packageId: silver, sponsorData: { ...ada, organization: "Mill & Sons" } });
    await sponsor(eventId, { packageId: silver, sponsorData: { ...ada, organization: "Mill & Sons" } });
    await sponsor(eventId, { packageId: silver, isPublic: false, sponsorData: { ...ada, firstName: "Shy" } });
    await sponsor(eventId, { packageId: gold, sponsorData: { ...ada, organization: "Harbour Bank" } });
    await newSponsor(eventId, { packageId: silver, sponsorData: { ...ada, organization: "Not paid yet" } });
    expect(await support(eventId)).toEqual({
      hasPackages: true,
      sponsors: [
        { packageName: "Gold", names: ["Harbour Bank"], logoUrls: [null], others: 0 },
        { packageName: "Silver", names: ["Ada Lovelace", "Mill & Sons"], logoUrls: [null, null], others: 0 },
        { packageName: "Bronze", names: ["Ada Lovelace"], logoUrls: [null], others: 0 },
        { packageName: null, names: ["Ada Lovelace"], logoUrls: [null], others: 0 },
      ],
    });
  });

  test("an event's page shows no sponsors unless the club wants it", async () => {
    const { eventId, silver } = await newEvent({});
    await sponsor(eventId, { packageId: silver });
    expect(await support(eventId)).toEqual({ hasPackages: true, sponsors: [] });
  });

  test("an event's page does not offer inactive packages", async () => {
    const { eventId, gold, silver } = await newEvent();
    for (const packageId of [gold, silver])
      await app.ask("sponsorship-package/updateStatus", {
        body: { packageId, isActive: false },
        token: clubs.tokens.admin,
      });
    expect(await support(eventId)).toEqual({ hasPackages: false, sponsors: [] });
  });

  test("an event's page shows at most 60 donors, and how many more there are", async () => {
    const { eventId } = await newEvent();
    for (let number = 1; number <= 63; number++)
      await buildSponsorship(app.database.db, {
        eventId,
        paymentStatus: "paid",
        organization: `Sponsor ${number}`,
      });
    const [group] = (await support(eventId)).sponsors;
    expect(group).toMatchObject({ packageName: null, others: 3 });
    expect(group?.names).toHaveLength(60);
    expect(group?.names[0]).toBe("Sponsor 1");
  });

  test("staff can hide a sponsor and show them again, with a history entry each time", async () => {
    const { eventId, silver } = await newEvent();
    const proof = await newSponsor(eventId, { packageId: silver });
    await pay(proof);
    const id = proof.sponsorshipId;
    expect(await setPublic(id, false)).toMatchObject({ payload: { isPublic: true, isHidden: true } });
    expect((await support(eventId)).sponsors).toEqual([]);
    const own = await app.ask("sponsorship/getOwn", { query: proof });
    expect(own.payload).toMatchObject({ isPublic: true, isHidden: true });
    await setPublic(id, false);
    expect(await setPublic(id, true)).toMatchObject({ payload: { isHidden: false } });
    expect((await support(eventId)).sponsors).toHaveLength(1);
    expect(await historyOf(app.database.db, "sponsorship", id)).toMatchObject([
      { action: "hidden" },
      { action: "shown" },
    ]);
  });

  test("a sponsor who asked not to be named is not on the event's page, and staff cannot change that", async () => {
    const { eventId, silver } = await newEvent();
    const id = await sponsor(eventId, { packageId: silver, isPublic: false });
    expect(await setPublic(id, true)).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "isPublic" }] },
    });
    expect((await support(eventId)).sponsors).toEqual([]);
  });
});

describe("a sponsor's own page", () => {
  test("a sponsor's page shows until when the package is held, and afterwards what was paid", async () => {
    const { eventId, gold } = await newEvent();
    const proof = await newSponsor(eventId, { packageId: gold, isPublic: false });
    const before = await app.ask("sponsorship/getOwn", { query: proof });
    expect(before.payload).toMatchObject({
      isPublic: false,
      keptUntil: new Date(app.time.now.getTime() + 15 * 60_000).toISOString(),
      order: { paymentStatus: "pending", totalAmount: 50_000 },
    });
    await pay(proof);
    const after = await app.ask("sponsorship/getOwn", { query: proof });
    expect(after.payload).toMatchObject({
      keptUntil: null,
      sponsorship: { paymentStatus: "paid" },
      order: { paymentStatus: "paid", totalAmount: 50_000 },
    });
  });

  test("a sponsor can give up a package, and the next sponsor can have it immediately", async () => {
    const { eventId, gold } = await newEvent();
    const proof = await newSponsor(eventId, { packageId: gold });
    // An unpaid payment intent does not prevent it, and a repeat has the same reply.
    const started = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
    for (let times = 0; times < 2; times++)
      expect(await app.ask("sponsorship/release", { body: proof })).toMatchObject({
        payload: { sponsorship: { paymentStatus: "failed" } },
      });
    await newSponsor(eventId, { packageId: gold });
    const late = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: started.payload.paymentIntentId, accessKey: proof.accessKey, card: card() },
    });
    expect(late.status).toBe(409);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a sponsor cannot give up a paid package", async () => {
    const { eventId, gold } = await newEvent();
    const proof = await newSponsor(eventId, { packageId: gold });
    await pay(proof);
    expect(await app.ask("sponsorship/release", { body: proof })).toMatchObject({ code: "alreadyPaid" });
    expect((await support(eventId)).sponsors).toHaveLength(1);
  });
});

test("a sponsorship with somebody else's registration gets the same reply, but is stored without the registration", async () => {
  const { db } = app.database;
  const event = await buildEvent(db, { clubId: clubs.clubId });
  const ticket = await buildTicket(db, event.id, { price: 0 });
  const { registrationId } = await placeTestOrder(app, event.id, ticket.id);
  const { email } = await db
    .selectFrom("registrations")
    .select("email")
    .where("id", "=", registrationId)
    .executeTakeFirstOrThrow();
  const packageId = (await buildPackage(db, event.id)).id;
  const createAs = async (address: string) => {
    const reply = await app.ask("sponsorship/create", {
      body: { eventId: event.id, packageId, registrationId, sponsorData: { ...ada, email: address } },
    });
    const { id, sponsorData: _data, createdAt: _at, ...sponsorship } = reply.payload.sponsorship;
    const { registration_id } = await db
      .selectFrom("sponsorships")
      .select("registration_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { status: reply.status, sponsorship, belongsTo: registration_id };
  };
  const own = await createAs(email!);
  const other = await createAs("somebody.else@example.org");
  expect(own).toMatchObject({ status: 200, belongsTo: registrationId });
  expect(other).toEqual({ ...own, belongsTo: null });
});

test("staff can filter sponsorships by payment status", async () => {
  const { eventId, silver } = await newEvent();
  await sponsor(eventId, { packageId: silver });
  await newSponsor(eventId, { packageId: silver });
  const read = async (query: object) =>
    (
      await app.ask("sponsorship/getSponsorshipsByEventId", {
        query: { eventId, ...query },
        token: clubs.tokens.admin,
      })
    ).payload.map(({ paymentStatus }) => paymentStatus);
  expect(await read({})).toEqual(["pending", "paid"]);
  expect(await read({ paymentStatus: "paid" })).toEqual(["paid"]);
  expect(await read({ paymentStatus: "refunded" })).toEqual([]);
});
