import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BodyOf } from "../../../contract/all.ts";
import { createSponsorship } from "../../checkout/sponsor.ts";
import { refundCancelled } from "../../desk/cancelEvent.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildPackage, buildQuestion, buildTicket } from "../../testing/builders.ts";
import { card } from "../../testing/buying.ts";
import { runDueJobs } from "../../testing/jobs.ts";
import { barrier } from "../../testing/meeting.ts";
import { buildTwoClubs, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
let ticketId: number;
let gold: number;
beforeAll(async () => {
  app = await testApp({ watchesLocks: true });
  clubs = await buildTwoClubs(app);
});
beforeEach(async () => {
  app.time.now = new Date();
  const { db } = app.database;
  ({ id: eventId } = await buildEvent(db, { clubId: clubs.clubId }));
  ticketId = (await buildTicket(db, eventId, { maxStock: 15 })).id;
  gold = (await buildPackage(db, eventId, { name: "Gold", price: 50_000 })).id;
  await savePackage({ ticketId, quantity: 10 });
});
afterAll(() => app.close());

const sponsorData = { firstName: "Ada", email: "ada@example.org", organization: "Engines" };
const savePackage = (tickets: object | null, id = gold) =>
  app.ask("sponsorship-package/save", { body: { id, tickets }, token: clubs.tokens.admin });
const create = (packageId = gold) =>
  app.ask("sponsorship/create", { body: { eventId, packageId, sponsorData } });
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
async function newSponsorOf(quantity: number): Promise<Proof> {
  const { id } = await buildPackage(app.database.db, eventId, { name: "Silver", price: 20_000 });
  await savePackage({ ticketId, quantity }, id);
  const { payload } = await create(id);
  return { sponsorshipId: payload.sponsorship.id, accessKey: payload.accessKey };
}
async function newSponsorAfterHold(): Promise<Proof> {
  app.time.now = new Date(Date.now() + 3_600_000);
  await app.checkout.sweep();
  return newSponsor();
}
async function cancelEvent(): Promise<void> {
  const body = { eventId, message: "Snow." };
  expect((await app.ask("event/cancel", { body, token: clubs.tokens.admin })).status).toBe(200);
  await runDueJobs(app);
}
const markPaid = (body: BodyOf<"order/markPaid">) =>
  app.ask("order/markPaid", { body, token: clubs.tokens.admin });
async function changeBuyer({ sponsorshipId }: Proof, change: Omit<BodyOf<"order/changeBuyer">, "orderId">) {
  const { order_id: orderId } = await app.database.db
    .selectFrom("sponsorships")
    .select("order_id")
    .where("id", "=", sponsorshipId)
    .executeTakeFirstOrThrow();
  const body = { orderId: orderId!, ...change };
  expect((await app.ask("order/changeBuyer", { body, token: clubs.tokens.admin })).status).toBe(200);
}
const own = async (query: Proof) => (await app.ask("sponsorship/getOwn", { query })).payload;
const stock = () =>
  app.database.db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
const wrongCounters = () => auditCounters(app.database.db);

describe("a package with ten tickets", () => {
  test("the places of a package are held with the sponsorship, and sold when it is paid", async () => {
    const proof = await newSponsor();
    expect(await stock()).toEqual({ held: 10, sold: 0 });
    expect(await own(proof)).toMatchObject({ ticketCount: 10 });
    expect((await own(proof)).seats).toBeUndefined();
    expect(await wrongCounters()).toEqual([]);
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
    expect(await wrongCounters()).toEqual([]);
  });

  test("the seats follow a corrected address of the sponsor, and their former key opens nothing", async () => {
    const proof = await newSponsor();
    await pay(proof);
    const { registrationId, accessKey } = (await own(proof)).seats!;
    await changeBuyer(proof, { email: "corrected@example.org" });
    const seats = await app.database.db
      .selectFrom("registrations")
      .select("email")
      .where("id", "=", registrationId)
      .executeTakeFirstOrThrow();
    expect(seats.email).toBe("corrected@example.org");
    const opened = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(opened.code).toBe("notFound");
  });

  test("the seats are shown with the sponsor's corrected name", async () => {
    const proof = await newSponsor();
    await pay(proof);
    const shown = async () => {
      const { registrationId, accessKey } = (await own(proof)).seats!;
      const query = { registrationId, accessKey };
      return (await app.ask("registration/getRegistration", { query })).payload.attendees[0]?.firstName;
    };
    expect(await shown()).toBe("Guest 1 of Engines");
    const { admin: token } = clubs.tokens;
    const { cursor } = (await app.ask("door/getCopy", { query: { eventId }, token })).payload;
    await changeBuyer(proof, { organization: "Analytical Engines" });
    expect(await shown()).toBe("Guest 1 of Analytical Engines");
    const { payload: atDoor } = await app.ask("door/getChanges", { query: { eventId, cursor }, token });
    expect(atDoor.attendees).toHaveLength(10);
    await changeBuyer(proof, { firstName: "Augusta" });
    expect(await shown()).toBe("Guest 1 of Analytical Engines");
    await changeBuyer(proof, { organization: "" });
    expect(await shown()).toBe("Guest 1 of Augusta");
  });

  test("a sponsor can enter the name and answers of any guest, and pass on the first ticket, while other guests have no name", async () => {
    const { id: questionId } = await buildQuestion(app.database.db, eventId, { required: true });
    const proof = await newSponsor();
    await pay(proof);
    const { registrationId, accessKey } = (await own(proof)).seats!;
    const query = { registrationId, accessKey };
    const fetchPeople = async () =>
      (await app.ask("registration/getRegistration", { query })).payload.attendees;
    const { tickets } = (await app.ask("registration/getOwnChanges", { query })).payload;
    expect(tickets.map(({ isBuyer }) => isBuyer)).toEqual(Array.from({ length: 10 }, () => false));
    const [first, second] = await fetchPeople();
    const correct = (attendee: { attendeeId: number; firstName?: string; email?: string; answers?: [] }) =>
      app.ask("registration/correct", { body: { ...query, attendees: [attendee] } });
    const leo = { attendeeId: second!.attendeeId, firstName: "Leo", answers: [] as [] };
    expect((await correct(leo)).status).toBe(200);
    const guest = { attendeeId: first!.attendeeId, email: "mia@example.org", answers: [] as [] };
    expect((await correct(guest)).status).toBe(200);
    expect((await fetchPeople()).slice(0, 2)).toMatchObject([
      { firstName: "Guest 1 of Engines", email: "mia@example.org", missing: ["name", "answers"] },
      { firstName: "Leo", email: null, missing: ["answers"] },
    ]);
    const answers = [{ questionId, answer: "Vegan" }];
    const answered = { ...query, attendees: [{ attendeeId: leo.attendeeId, answers }] };
    expect((await app.ask("registration/correct", { body: answered })).status).toBe(200);
    expect((await fetchPeople())[1]).toMatchObject({ missing: [] });
    const config = { passOnUntilHours: 0 };
    await app.ask("event/saveConfig", { body: { eventId, config }, token: clubs.tokens.admin });
    const passed = { ...query, attendeeId: guest.attendeeId, firstName: "Zoë", email: "zoe@example.org" };
    expect((await app.ask("registration/passOn", { body: passed })).status).toBe(200);
  });

  test("a package is sold out when too few places are left, and then no more are held", async () => {
    await newSponsor();
    expect(await create()).toMatchObject({ status: 409, code: "soldOut" });
    expect(await stock()).toEqual({ held: 10, sold: 0 });
    expect(await wrongCounters()).toEqual([]);
  });

  test("the public list shows for how many packages the places suffice, given the stock, the capacity and the waiting list", async () => {
    const { db } = app.database;
    const suffice = async () => {
      const packages = await app.ask("sponsorship-package/getPackagesByEventId", { query: { eventId } });
      return packages.payload.map(({ name, ticketsSuffice }) => [name, ticketsSuffice]);
    };
    await buildPackage(db, eventId, { name: "Bronze", price: 10_000 });
    const two = await newSponsorOf(2);
    await savePackage({ ticketId, quantity: 4 });
    expect(await suffice()).toEqual([
      ["Gold", 3],
      ["Silver", 6],
      ["Bronze", undefined],
    ]);
    await app.ask("sponsorship/release", { body: two });
    await db.updateTable("events").set({ capacity: 9 }).where("id", "=", eventId).execute();
    expect(await suffice()).toMatchObject([
      ["Gold", 2],
      ["Silver", 4],
      ["Bronze", undefined],
    ]);
    await db.updateTable("events").set({ capacity: 3 }).where("id", "=", eventId).execute();
    expect(await suffice()).toMatchObject([
      ["Gold", 0],
      ["Silver", 1],
      ["Bronze", undefined],
    ]);
    expect(await create()).toMatchObject({ code: "soldOut" });
    const config = { waitingList: true, capacity: 3 };
    await app.ask("event/saveConfig", { body: { eventId, config }, token: clubs.tokens.admin });
    await db
      .insertInto("waiting_entries")
      .values({
        event_id: eventId,
        ticket_id: ticketId,
        places: 3,
        name: "Mia",
        email: "mia@example.org",
        access_key: "waits",
        created_at: app.time.now,
      })
      .execute();
    expect(await suffice()).toMatchObject([
      ["Gold", 0],
      ["Silver", 0],
      ["Bronze", undefined],
    ]);
  });

  test("the places of a package return to sale when the sponsor gives it up, and when its hold ends", async () => {
    const givenUp = await newSponsor();
    await app.ask("sponsorship/release", { body: givenUp });
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    await newSponsor();
    app.time.now = new Date(Date.now() + 3_600_000);
    await app.checkout.sweep();
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    expect(await wrongCounters()).toEqual([]);
  });

  test("a refund of the whole sponsorship cancels its seats", async () => {
    const proof = await newSponsor();
    await pay(proof);
    const { seats, order } = await own(proof);
    const body = { orderId: order.id, cancelTickets: true };
    expect((await app.ask("order/refund", { body, token: clubs.tokens.admin })).status).toBe(200);
    await app.checkout.makeRefunds(order.id);
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    const { registrationId, accessKey } = seats!;
    const opened = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(opened.payload.registration.state).toBe("cancelled");
    expect((await own(proof)).seats).toBeUndefined();
    expect(await wrongCounters()).toEqual([]);
  });

  test("the cancellation of the event refunds a package and cancels its seats, also if it is paid afterwards", async () => {
    const proof = await newSponsor();
    await pay(proof);
    const { seats } = await own(proof);
    const waiting = await newSponsorOf(2);
    await cancelEvent();
    expect(await stock()).toEqual({ held: 2, sold: 0 });
    expect((await own(proof)).order.paymentStatus).toBe("refunded");
    expect((await own(proof)).seats).toBeUndefined();
    const { registrationId, accessKey } = seats!;
    const opened = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(opened.payload.registration.state).toBe("cancelled");
    await pay(waiting);
    await refundCancelled(app.database.db, { actor: "sweeper" });
    await runDueJobs(app);
    expect((await own(waiting)).order.paymentStatus).toBe("refunded");
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    expect(await wrongCounters()).toEqual([]);
  });

  test("a package that was paid by hand has its seats, and loses them with a full refund by hand", async () => {
    const proof = await newSponsor();
    const { order } = await own(proof);
    const byHand = { orderId: order.id, amount: 50_000, paidBy: "bankTransfer" as const, note: "4711" };
    expect((await markPaid(byHand)).status).toBe(200);
    expect((await markPaid(byHand)).status).toBe(200);
    expect(await stock()).toEqual({ held: 0, sold: 10 });
    expect((await own(proof)).seats).toMatchObject({ count: 10, unnamed: 10 });
    const refund = (amount: number) =>
      app.ask("order/refund", { body: { orderId: order.id, amount }, token: clubs.tokens.admin });
    await refund(10_000);
    expect(await stock()).toEqual({ held: 0, sold: 10 });
    await refund(40_000);
    expect(await stock()).toEqual({ held: 0, sold: 0 });
    expect((await own(proof)).seats).toBeUndefined();
    expect(await wrongCounters()).toEqual([]);
  });

  test("a package that is paid by hand after its hold has ended gets its seats only if they are still free", async () => {
    const proof = await newSponsor();
    const { order } = await own(proof);
    const late = await newSponsorAfterHold();
    const byHand = { orderId: order.id, amount: 50_000, paidBy: "cash" as const, note: "" };
    expect((await markPaid(byHand)).code).toBe("soldOut");
    expect(await stock()).toEqual({ held: 10, sold: 0 });
    await app.ask("sponsorship/release", { body: late });
    expect((await markPaid(byHand)).status).toBe(200);
    expect(await stock()).toEqual({ held: 0, sold: 10 });
    expect((await own(proof)).seats).toMatchObject({ count: 10 });
    expect(await wrongCounters()).toEqual([]);
  });

  test("held seats cannot be ordered for free with the sponsorship's key", async () => {
    const proof = await newSponsor();
    const row = await app.database.db
      .selectFrom("sponsorships")
      .select("seats_registration_id")
      .where("id", "=", proof.sponsorshipId)
      .executeTakeFirstOrThrow();
    const body = { registrationId: row.seats_registration_id, accessKey: proof.accessKey };
    expect((await app.ask("order/createOrder", { body })).code).toBe("notFound");
  });

  test("a package cannot contain a ticket of another event, and a contained ticket cannot be removed", async () => {
    const other = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const foreign = await buildTicket(app.database.db, other.id);
    expect(await savePackage({ ticketId: foreign.id, quantity: 1 })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "tickets.ticketId" }] },
    });
    const removal = { body: { ticketId }, token: clubs.tokens.admin };
    expect((await app.ask("ticket/removeTicket", removal)).code).toBe("inUse");
    await savePackage(null);
    expect((await app.ask("ticket/removeTicket", removal)).status).toBe(200);
  });
});

describe("concurrent requests", () => {
  test("of eight sponsors who want ten of 15 places at the same time, one gets them", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stock()).toEqual({ held: 10, sold: 0 });
    expect(await wrongCounters()).toEqual([]);
  });

  test("control: without the engine's locks, only the check constraint keeps the places from being held twice", async () => {
    const { readPlaces } = await import("../../holds/rows.ts");
    const haveRead = barrier(4);
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
            lockRows: async (tx, ids) => {
              const snapshot = await readPlaces(tx, ids, { lock: false });
              await haveRead();
              return snapshot;
            },
          },
        ),
      ),
    );
    const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
    expect(refusals.some((why) => why.includes("check constraint"))).toBe(true);
    expect(await wrongCounters()).toEqual([]);
  });
});
