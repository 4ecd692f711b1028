/** Sponsors beside their payment: as shown on the event's page, to themselves and to staff. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildPackage, buildSponsorship } from "../../testing/builders.ts";
import { card } from "../../testing/buying.ts";
import { historyOf, type Office, openOffice } from "../../testing/office.ts";

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await testApp();
  office = await openOffice(app);
});
afterAll(() => app.close());

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org", message: "Good luck!" };

/** An event that shows its sponsors, with a gold package (1) and a silver one. */
async function world(config: object = { showSponsors: true }) {
  const { db } = app.database;
  const { id: eventId } = await buildEvent(db, { clubId: office.clubId, config });
  const silver = await buildPackage(db, eventId, { name: "Silver", price: 10_000 });
  const gold = await buildPackage(db, eventId, { name: "Gold", price: 50_000, availableCount: 1 });
  return { eventId, gold: gold.id, silver: silver.id };
}

const give = async (eventId: number, more: object) => {
  const made = await app.ask("sponsorship/create", { body: { eventId, sponsorData: ada, ...more } });
  expect(made.status).toBe(200);
  return { sponsorshipId: made.payload.sponsorship.id, accessKey: made.payload.accessKey };
};
const pay = async (proof: { sponsorshipId: number; accessKey: string }, number?: string) => {
  const begun = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
  const { paymentIntentId } = begun.payload;
  return app.ask("stripe/confirm-payment", {
    body: { paymentIntentId, accessKey: proof.accessKey, card: card(number) },
  });
};
const sponsor = async (eventId: number, more: object) => {
  const proof = await give(eventId, more);
  expect(await pay(proof)).toMatchObject({ status: 200 });
  return proof.sponsorshipId;
};
const support = async (eventId: number) =>
  (await app.ask("sponsorship/getSupport", { query: { eventId } })).payload;
const setPublic = (sponsorshipId: number, isPublic: boolean) =>
  app.ask("sponsorship/setPublic", { body: { sponsorshipId, isPublic }, token: office.tokens.admin });

describe("an event's page", () => {
  test("names who has paid and agreed, the dearest package first and donors last, and says nothing else", async () => {
    const { eventId, gold, silver } = await world();
    await sponsor(eventId, { amount: 2500 });
    await sponsor(eventId, { packageId: silver });
    await sponsor(eventId, { packageId: silver, sponsorData: { ...ada, organization: "Mill & Sons" } });
    await sponsor(eventId, { packageId: silver, sponsorData: { ...ada, organization: "Mill & Sons" } });
    await sponsor(eventId, { packageId: silver, isPublic: false, sponsorData: { ...ada, firstName: "Shy" } });
    await sponsor(eventId, { packageId: gold, sponsorData: { ...ada, organization: "Harbour Bank" } });
    await give(eventId, { packageId: silver, sponsorData: { ...ada, organization: "Not paid yet" } });
    expect(await support(eventId)).toEqual({
      hasPackages: true,
      sponsors: [
        { packageName: "Gold", names: ["Harbour Bank"], logoUrls: [null], others: 0 },
        { packageName: "Silver", names: ["Ada Lovelace", "Mill & Sons"], logoUrls: [null, null], others: 0 },
        { packageName: null, names: ["Ada Lovelace"], logoUrls: [null], others: 0 },
      ],
    });
  });

  test("names nobody unless the club wants it", async () => {
    const { eventId, silver } = await world({});
    await sponsor(eventId, { packageId: silver });
    expect(await support(eventId)).toEqual({ hasPackages: true, sponsors: [] });
  });

  test("does not offer packages that are not offered", async () => {
    const { eventId, gold, silver } = await world();
    for (const packageId of [gold, silver])
      await app.ask("sponsorship-package/updateStatus", {
        body: { packageId, isActive: false },
        token: office.tokens.admin,
      });
    expect(await support(eventId)).toEqual({ hasPackages: false, sponsors: [] });
  });

  test("names at most 60 at once and says how many more there are", async () => {
    const { eventId } = await world();
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

  test("drops whoever staff hide and shows them again, with a line in the history each time", async () => {
    const { eventId, silver } = await world();
    const id = await sponsor(eventId, { packageId: silver });
    expect(await setPublic(id, false)).toMatchObject({ payload: { isPublic: true, isHidden: true } });
    expect((await support(eventId)).sponsors).toEqual([]);
    await setPublic(id, false);
    expect(await setPublic(id, true)).toMatchObject({ payload: { isHidden: false } });
    expect((await support(eventId)).sponsors).toHaveLength(1);
    expect(await historyOf(app.database.db, "sponsorship", id)).toMatchObject([
      { action: "hidden" },
      { action: "shown" },
    ]);
  });

  test("never names who asked not to be named, whatever staff say", async () => {
    const { eventId, silver } = await world();
    const id = await sponsor(eventId, { packageId: silver, isPublic: false });
    expect(await setPublic(id, true)).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "isPublic" }] },
    });
    expect((await support(eventId)).sponsors).toEqual([]);
  });
});

describe("a sponsor's own page", () => {
  test("tells until when the package is kept, and what was paid afterwards", async () => {
    const { eventId, gold } = await world();
    const proof = await give(eventId, { packageId: gold, isPublic: false });
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
      order: { paymentStatus: "paid" },
    });
  });

  test("gives a package up, which is then free for the next at once", async () => {
    const { eventId, gold } = await world();
    const proof = await give(eventId, { packageId: gold });
    // An unpaid intent does not prevent it.
    const begun = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
    for (let times = 0; times < 2; times++)
      expect(await app.ask("sponsorship/release", { body: proof })).toMatchObject({
        payload: { sponsorship: { paymentStatus: "failed" } },
      });
    await give(eventId, { packageId: gold });
    const late = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: begun.payload.paymentIntentId, accessKey: proof.accessKey, card: card() },
    });
    expect(late.status).toBe(409);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("does not give up what is paid", async () => {
    const { eventId, gold } = await world();
    const proof = await give(eventId, { packageId: gold });
    await pay(proof);
    expect(await app.ask("sponsorship/release", { body: proof })).toMatchObject({ code: "alreadyPaid" });
    expect((await support(eventId)).sponsors).toHaveLength(1);
  });
});

test("staff read sponsorships by their payment", async () => {
  const { eventId, silver } = await world();
  await sponsor(eventId, { packageId: silver });
  await give(eventId, { packageId: silver });
  const read = async (query: object) =>
    (
      await app.ask("sponsorship/getSponsorshipsByEventId", {
        query: { eventId, ...query },
        token: office.tokens.admin,
      })
    ).payload.map(({ paymentStatus }) => paymentStatus);
  expect(await read({})).toEqual(["pending", "paid"]);
  expect(await read({ paymentStatus: "paid" })).toEqual(["paid"]);
  expect(await read({ paymentStatus: "refunded" })).toEqual([]);
});
