/** The tickets of a sponsor's package: held, sold and returned with the package, and never twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSponsorship } from "../../checkout/sponsor.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildPackage, buildTicket } from "../../testing/builders.ts";
import { card } from "../../testing/buying.ts";
import { type Office, openOffice } from "../../testing/office.ts";

let app: TestApp;
let office: Office;
let eventId: number;
let ticketId: number;
let gold: number;
beforeAll(async () => {
  app = await testApp();
  office = await openOffice(app);
});
beforeEach(async () => {
  app.time.now = new Date();
  const { db } = app.database;
  ({ id: eventId } = await buildEvent(db, { clubId: office.clubId }));
  ticketId = (await buildTicket(db, eventId, { maxStock: 15 })).id;
  gold = (await buildPackage(db, eventId, { name: "Gold", price: 50_000 })).id;
  await savePackage({ ticketId, quantity: 10 });
});
afterAll(() => app.close());

const sponsorData = { firstName: "Ada", email: "ada@example.org", organization: "Engines" };
const savePackage = (tickets: object | null) =>
  app.ask("sponsorship-package/save", { body: { id: gold, tickets }, token: office.tokens.admin });
const create = () => app.ask("sponsorship/create", { body: { eventId, packageId: gold, sponsorData } });
async function newSponsor() {
  const { payload } = await create();
  return { sponsorshipId: payload.sponsorship.id, accessKey: payload.accessKey };
}
type Proof = Awaited<ReturnType<typeof newSponsor>>;
async function pay(proof: Proof): Promise<void> {
  const { paymentIntentId } = (await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof }))
    .payload;
  const body = { paymentIntentId, accessKey: proof.accessKey, card: card() };
  expect((await app.ask("stripe/confirm-payment", { body })).status).toBe(200);
}
const own = async (query: Proof) => (await app.ask("sponsorship/getOwn", { query })).payload;
const stock = () =>
  app.database.db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
const differences = () => auditCounters(app.database.db);

describe("a package with ten tickets", () => {
  test("its places are held with the sponsorship, and sold when it is paid", async () => {
    const proof = await newSponsor();
    expect(await stock()).toEqual({ held: 10, sold: 0 });
    expect((await own(proof)).seats).toBeUndefined();
    expect(await differences()).toEqual([]);
    await pay(proof);
    expect(await stock()).toEqual({ held: 0, sold: 10 });
    const { seats } = await own(proof);
    expect(seats).toMatchObject({ count: 10, unnamed: 10 });
    const attendees = await app.database.db
      .selectFrom("attendees")
      .select(["ticket_id", "first_name"])
      .where("registration_id", "=", seats!.registrationId)
      .execute();
    expect(attendees).toEqual(Array.from({ length: 10 }, () => ({ ticket_id: ticketId, first_name: "" })));
    const { registrationId, accessKey } = seats!;
    const opened = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(opened.status).toBe(200);
    expect(await differences()).toEqual([]);
  });

  test("it is sold out when too few places are left, and then nothing is held", async () => {
    await newSponsor();
    expect(await create()).toMatchObject({ status: 409, code: "soldOut" });
    expect(await stock()).toEqual({ held: 10, sold: 0 });
    expect(await differences()).toEqual([]);
  });

  test("its places return when the sponsor gives up, and when the time is over", async () => {
    const givenUp = await newSponsor();
    await app.ask("sponsorship/release", { body: givenUp });
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    await newSponsor();
    app.time.now = new Date(Date.now() + 3_600_000);
    await app.checkout.sweep();
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    expect(await differences()).toEqual([]);
  });

  test("a refund of the whole sponsorship cancels its seats", async () => {
    const proof = await newSponsor();
    await pay(proof);
    const { seats, order } = await own(proof);
    const body = { orderId: order.id, cancelTickets: true };
    expect((await app.ask("order/refund", { body, token: office.tokens.admin })).status).toBe(200);
    await app.checkout.makeRefunds(order.id);
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    const { registrationId, accessKey } = seats!;
    const opened = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(opened.payload.registration.state).toBe("cancelled");
    expect((await own(proof)).seats).toBeUndefined();
    expect(await differences()).toEqual([]);
  });

  test("held seats cannot be ordered for nothing with the sponsorship's key", async () => {
    const proof = await newSponsor();
    const row = await app.database.db
      .selectFrom("sponsorships")
      .select("seats_registration_id")
      .where("id", "=", proof.sponsorshipId)
      .executeTakeFirstOrThrow();
    const body = { registrationId: row.seats_registration_id, accessKey: proof.accessKey };
    expect((await app.ask("order/createOrder", { body })).code).toBe("notFound");
  });

  test("a ticket of another event, and the removal of a contained ticket, are refused", async () => {
    const other = await buildEvent(app.database.db, { clubId: office.clubId });
    const foreign = await buildTicket(app.database.db, other.id);
    expect(await savePackage({ ticketId: foreign.id, quantity: 1 })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "tickets.ticketId" }] },
    });
    const removal = { body: { ticketId }, token: office.tokens.admin };
    expect((await app.ask("ticket/removeTicket", removal)).code).toBe("inUse");
    await savePackage(null);
    expect((await app.ask("ticket/removeTicket", removal)).status).toBe(200);
  });
});

describe("at once", () => {
  test("of eight sponsors who want the last ten places, one gets them", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, create));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stock()).toEqual({ held: 10, sold: 0 });
    expect(await differences()).toEqual([]);
  });

  test("control: without the engine's locks, the check constraint refuses the others", async () => {
    const { readPlaces } = await import("../../holds/rows.ts");
    let waiting = 0;
    let start = () => {};
    const all = new Promise<void>((resolve) => {
      start = resolve;
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        createSponsorship(
          app.database.db,
          {
            eventId,
            packageId: gold,
            sponsorData: { ...sponsorData, lastName: "", phone: "", message: "" },
            isPublic: true,
          },
          {
            idempotency: null,
            now: app.time.now,
            takeHold: async (tx, ids) => {
              const snapshot = await readPlaces(tx, ids, { lock: false });
              if (++waiting === 4) start();
              await all;
              return snapshot;
            },
          },
        ),
      ),
    );
    const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
    expect(refusals.some((why) => why.includes("check constraint"))).toBe(true);
    expect(await differences()).toEqual([]);
  });
});
