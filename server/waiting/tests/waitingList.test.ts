import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { EventConfig } from "../../../contract/shapes/event.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { composeByKind } from "../../mail/mail.ts";
import type { QueuedMail } from "../../mail/queuedMail.ts";
import { composers } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEntry, buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { card, hold, people, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { runDueJobs, waitingJobs } from "../../testing/jobs.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const hour = 3_600_000;
const advance = (ms: number) => {
  app.time.now = new Date(app.time.now.getTime() + ms);
};

interface SaleOptions {
  maxStock?: number;
  price?: number;
  capacity?: number | null;
  config?: Partial<EventConfig>;
  startsIn?: number;
  salesEnd?: Date;
}

async function buildSoldOutSale({
  maxStock = 2,
  price = 0,
  capacity = null,
  startsIn = 720,
  ...spec
}: SaleOptions = {}) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + startsIn * hour);
  const event = await buildEvent(db, { start, capacity, ...(spec.config && { config: spec.config }) });
  const ticket = await buildTicket(db, event.id, {
    price,
    maxStock,
    ...(spec.salesEnd && { salesEnd: spec.salesEnd }),
  });
  const registrationIds: number[] = [];
  for (let place = 0; place < (capacity ?? maxStock); place++) {
    const { registrationId, ...one } = await orderTicket(event.id, ticket.id, price);
    if (one.paymentIntentId !== null)
      await app.ask("stripe/confirm-payment", {
        body: { paymentIntentId: one.paymentIntentId, accessKey: one.accessKey, card: card() },
      });
    registrationIds.push(registrationId);
  }
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { eventId: event.id, slug: event.slug, ticketId: ticket.id, token, registrationIds };
}
async function orderTicket(eventId: number, ticketId: number, price: number) {
  if (price > 0) return startTestPayment(app, eventId, ticketId);
  return { ...(await placeTestOrder(app, eventId, ticketId)), paymentIntentId: null };
}
type Sale = Awaited<ReturnType<typeof buildSoldOutSale>>;

const cancel = (sale: Sale, registrationId: number) =>
  app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token: sale.token });
const joinRequest = (sale: Pick<Sale, "eventId" | "ticketId">, more: object = {}) => ({
  body: {
    eventId: sale.eventId,
    ticketId: sale.ticketId,
    places: 1,
    name: "Nora Field",
    email: "nora@example.org",
    ...more,
  },
});
const join = (sale: Pick<Sale, "eventId" | "ticketId">, more: object = {}) =>
  app.ask("waitingList/join", joinRequest(sale, more));
const addEntry = (sale: Sale, name: string, places = 1) =>
  buildEntry(app.database.db, { event: { id: sale.eventId }, ticketId: sale.ticketId, name, places });
const fetchOwn = async (entry: { entryId: number; accessKey: string }) =>
  (await app.ask("waitingList/getOwn", { query: entry })).payload;
const stateOf = async (entry: { entryId: number; accessKey: string }) => (await fetchOwn(entry)).entry.state;
const publicStock = async ({ eventId }: Sale) => {
  const [ticket] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
  return { currentStock: ticket!.currentStock, hasWaitingList: ticket!.hasWaitingList };
};
async function entriesOf({ eventId }: Pick<Sale, "eventId">) {
  const { rows } = await sql<{ id: number; email: string; places: number; name: string; access_key: string }>`
    select id, email, places, name, access_key from waiting_entries where event_id = ${eventId} order by id`.execute(
    app.database.db,
  );
  return rows.map(({ id: entryId, access_key: accessKey, ...row }) => ({ entryId, accessKey, ...row }));
}
async function mailsTo(email: string) {
  const { rows } =
    await sql<QueuedMail>`select id, key, kind, recipient, payload, message_id as "messageId" from mails
    where recipient = ${email} and kind like 'waiting%' order by id`.execute(app.database.db);
  const compose = composeByKind(
    composers({
      db: app.database.db,
      publicUrl: "https://foyer.test",
      dataDir: "/nonexistent",
      clock: () => new Date(),
    }),
  );
  return Promise.all(rows.map(async (mail) => ({ kind: mail.kind, mail: await compose(mail) })));
}

describe("joining", () => {
  test("people can join the list of a sold-out ticket, and the mail has a link to their entry", async () => {
    const sale = await buildSoldOutSale();
    expect(await publicStock(sale)).toEqual({ currentStock: 0, hasWaitingList: true });
    expect(await join(sale, { places: 2, email: "first@example.org" })).toMatchObject({
      status: 200,
      payload: { sent: true },
    });
    const [sent] = await mailsTo("first@example.org");
    expect(sent?.mail?.subject).toContain("waiting list");
    const [, entryId, accessKey] = /waiting-list\?entry=(\d+)&accessKey=([\w-]+)/.exec(sent!.mail!.text)!;
    const entry = { entryId: Number(entryId), accessKey: accessKey! };
    expect(await fetchOwn(entry)).toMatchObject({
      entry: { places: 2, state: "waiting", name: "Nora Field" },
      position: 1,
      offer: null,
      closedBecause: null,
    });
    await join(sale, { email: "second@example.org" });
    const second = (await entriesOf(sale)).at(-1)!;
    expect((await fetchOwn(second)).position).toBe(2);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("joining is refused while places are on sale", async () => {
    const sale = await buildSoldOutSale();
    await cancel(sale, sale.registrationIds[0]!);
    expect(await join(sale)).toMatchObject({ status: 409, code: "notActive", payload: { available: 1 } });
    expect(await publicStock(sale)).toEqual({ currentStock: 1, hasWaitingList: false });
    expect(await entriesOf(sale)).toEqual([]);
  });

  test("joining again with the same address gets the same reply and does not change the entry", async () => {
    const sale = await buildSoldOutSale();
    const before = await join(sale, { places: 2 });
    const again = await join(sale, { places: 1, name: "Somebody else", email: "NORA@example.org" });
    expect([again.status, again.payload, again.msg]).toEqual([before.status, before.payload, before.msg]);
    expect(await entriesOf(sale)).toMatchObject([
      { places: 2, name: "Nora Field", email: "nora@example.org" },
    ]);
  });

  test("an address that joins again every minute gets at most three mails in an hour", async () => {
    const sale = await buildSoldOutSale();
    const email = "often@example.org";
    for (let minute = 0; minute < 60; minute++) {
      await join(sale, { email });
      advance(60_000);
    }
    const sent = (await mailsTo(email)).length;
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThanOrEqual(3);
  });

  test.each([
    ["zero places", { places: 0 }, "places"],
    ["a negative number of places", { places: -1 }, "places"],
    ["half a place", { places: 1.5 }, "places"],
    ["a thousand million places", { places: 1e9 }, "places"],
    ["a number of places as text", { places: "1" }, "places"],
    ["more places than one registration may have", { places: 11 }, "places"],
    ["no name", { name: " " }, "name"],
    ["no address", { email: "nora" }, "email"],
    ["an unknown ticket", { ticketId: 987_654 }, "ticketId"],
  ])("joining with %s is refused for this field, and stores nothing", async (_what, fields, path) => {
    const sale = await buildSoldOutSale();
    const reply = await join(sale, fields);
    expect(reply).toMatchObject({ status: 400, code: "invalidInput", payload: { fields: [{ path }] } });
    expect(await entriesOf(sale)).toEqual([]);
  });

  test("joining for an inactive or hidden ticket, or one of another event, gets the same refusal", async () => {
    const sale = await buildSoldOutSale();
    const { db } = app.database;
    const foreign = await buildSoldOutSale();
    const inactive = await buildTicket(db, sale.eventId, { maxStock: 0, isActive: false });
    const hidden = await buildTicket(db, sale.eventId, { maxStock: 0, isHidden: true });
    for (const ticketId of [foreign.ticketId, inactive.id, hidden.id]) {
      expect(await join(sale, { ticketId })).toMatchObject({
        status: 400,
        payload: { fields: [{ path: "ticketId", message: "is not a ticket of this event" }] },
      });
    }
    expect(await entriesOf(sale)).toEqual([]);
  });

  test("joining is refused if the event has no waiting list or is over", async () => {
    const withoutList = await buildSoldOutSale({ config: { waitingList: false } });
    expect(await join(withoutList)).toMatchObject({ status: 409, code: "salesClosed" });
    expect((await publicStock(withoutList)).hasWaitingList).toBe(false);
    const over = await buildSoldOutSale({ startsIn: 1 });
    advance(6 * hour);
    expect(await join(over)).toMatchObject({ code: "salesClosed", msg: "This event is over." });
    expect(await entriesOf(over)).toEqual([]);
  });

  test("a wrong key can neither read nor leave an entry", async () => {
    const sale = await buildSoldOutSale();
    const entry = await addEntry(sale, "keyed");
    const wrong = { entryId: entry.entryId, accessKey: "A".repeat(22) };
    expect((await app.ask("waitingList/getOwn", { query: wrong })).status).toBe(404);
    expect((await app.ask("waitingList/leave", { body: wrong })).status).toBe(404);
    expect(await stateOf(entry)).toBe("waiting");
  });
});

describe("a place that becomes free", () => {
  test("a place that becomes free stays sold out for the public, and a job offers it to the first in the list", async () => {
    const sale = await buildSoldOutSale();
    const first = await addEntry(sale, "first");
    const second = await addEntry(sale, "second");
    await cancel(sale, sale.registrationIds[0]!);
    expect(await publicStock(sale)).toEqual({ currentStock: 0, hasWaitingList: true });
    const reply = await app.ask("registration/initRegistration", {
      body: { eventId: sale.eventId, tickets: [{ ticketId: sale.ticketId, quantity: 1 }] },
    });
    expect(reply).toMatchObject({ code: "soldOut", payload: { available: { [sale.ticketId]: 0 } } });
    expect(await waitingJobs(app)).toContain(`offerPlaces:${sale.eventId}`);
    await runDueJobs(app);
    expect(await fetchOwn(first)).toMatchObject({ entry: { state: "offered" }, position: null });
    expect(await fetchOwn(second)).toMatchObject({ entry: { state: "waiting" }, position: 1 });
    const sent = await mailsTo("first@example.org");
    expect(sent.at(-1)).toMatchObject({
      kind: "waitingOffer",
      mail: {
        subject: expect.stringContaining("A place for you"),
        text: expect.stringMatching(/1 × .+ is kept for you.+Take the place\s.+give it back/s),
      },
    });
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("free places are offered to the first group that fits, and are on sale if they fit none", async () => {
    const sale = await buildSoldOutSale({ maxStock: 4 });
    const large = await addEntry(sale, "large", 3);
    const couple = await addEntry(sale, "couple", 2);
    await cancel(sale, sale.registrationIds[0]!);
    await app.checkout.sweep();
    expect(await publicStock(sale)).toEqual({ currentStock: 1, hasWaitingList: false });
    await cancel(sale, sale.registrationIds[1]!);
    expect(await publicStock(sale)).toEqual({ currentStock: 0, hasWaitingList: true });
    await app.checkout.sweep();
    expect([await stateOf(large), await stateOf(couple)]).toEqual(["waiting", "offered"]);
    await runDueJobs(app);
    const [offerMail] = (await mailsTo("couple@example.org")).filter(({ kind }) => kind === "waitingOffer");
    expect(offerMail?.mail).toMatchObject({
      subject: expect.stringContaining("Places for you"),
      text: expect.stringMatching(/2 × .+ are kept for you.+Take the places\s.+give them back/s),
    });
  });

  test("places are offered when the event's capacity is raised or removed", async () => {
    const sale = await buildSoldOutSale({ maxStock: 3, capacity: 1 });
    const [first, second] = [await addEntry(sale, "one"), await addEntry(sale, "two")];
    await app.checkout.sweep();
    expect(await stateOf(first)).toBe("waiting");
    await app.ask("event/saveConfig", {
      body: { eventId: sale.eventId, config: { capacity: 2 } },
      token: sale.token,
    });
    await runDueJobs(app);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["offered", "waiting"]);
    await app.ask("event/saveConfig", {
      body: { eventId: sale.eventId, config: { capacity: null } },
      token: sale.token,
    });
    await runDueJobs(app);
    expect(await stateOf(second)).toBe("offered");
  });

  test("an event that is cancelled, unpublished, over or without a list offers no places", async () => {
    for (const change of [
      sql`is_active = false`,
      sql`cancelled_at = now()`,
      sql`start_datetime = start_datetime - interval '2 years', end_datetime = end_datetime - interval '2 years'`,
      sql`config = jsonb_set(config, '{waitingList}', 'false')`,
    ]) {
      const sale = await buildSoldOutSale();
      const entry = await addEntry(sale, `waiting-${sale.eventId}`);
      await sql`update events set ${change} where id = ${sale.eventId}`.execute(app.database.db);
      expect((await cancel(sale, sale.registrationIds[0]!)).status).toBe(200);
      await app.checkout.sweep();
      const reply = await fetchOwn(entry);
      expect(reply.entry.state).toBe("waiting");
      expect(reply.closedBecause).toMatch(/\.$/);
    }
  });

  test("a place is on sale again if the list is switched off, even if people wait", async () => {
    const sale = await buildSoldOutSale();
    await addEntry(sale, "forgotten");
    await app.ask("event/saveConfig", {
      body: { eventId: sale.eventId, config: { waitingList: false } },
      token: sale.token,
    });
    await cancel(sale, sale.registrationIds[0]!);
    await app.checkout.sweep();
    expect((await hold(app, sale.eventId, sale.ticketId)).registration.state).toBe("held");
  });

  test("a waiting group gets its offer even if the limit per registration was lowered below its size", async () => {
    const sale = await buildSoldOutSale({ maxStock: 3 });
    const largeGroup = await addEntry(sale, "party", 3);
    await app.ask("event/saveConfig", {
      body: { eventId: sale.eventId, config: { maxTicketsPerRegistration: 2 } },
      token: sale.token,
    });
    for (const id of sale.registrationIds) await cancel(sale, id);
    await app.checkout.sweep();
    expect(await stateOf(largeGroup)).toBe("offered");
  });

  test("staff at the door can sell a place for which people wait", async () => {
    const sale = await buildSoldOutSale({ startsIn: 1 });
    const entry = await addEntry(sale, "outside");
    await cancel(sale, sale.registrationIds[0]!);
    const sold = await app.ask("door/sell", {
      body: {
        eventId: sale.eventId,
        deviceId: "9b2f6c1e-53a7-4b0e-8a6d-0c1d2e3f4a5b",
        tickets: [{ ticketId: sale.ticketId, quantity: 1 }],
        name: "Walk in",
        email: "walk.in@example.org",
        paidBy: "cash",
        totalAmount: 0,
      },
      token: sale.token,
    });
    expect(sold.status).toBe(200);
    await app.checkout.sweep();
    expect(await stateOf(entry)).toBe("waiting");
    expect(await auditCounters(app.database.db)).toEqual([]);
  });
});

describe("an offer", () => {
  async function makeOffer(spec: SaleOptions = {}) {
    const sale = await buildSoldOutSale(spec);
    const first = await addEntry(sale, `first-${sale.eventId}`);
    const next = await addEntry(sale, `next-${sale.eventId}`);
    // A ticket paid by card cannot be cancelled without a refund, so the stock is raised instead.
    if (spec.price === undefined) await cancel(sale, sale.registrationIds[0]!);
    else await app.ask("ticket/save", { body: { id: sale.ticketId, maxStock: 3 }, token: sale.token });
    await app.checkout.sweep();
    const { offer } = await fetchOwn(first);
    if (offer === null) throw new Error("There is no offer");
    return { sale, first, next, offer, email: `first-${sale.eventId}@example.org` };
  }
  const untilOf = async (registrationId: number) => {
    const { rows } = await sql<{ until: Date | null }>`select expires_at as until from registrations
      where id = ${registrationId}`.execute(app.database.db);
    return rows[0]!.until;
  };

  test("an offer is accepted by its link, and its deadline does not change with the attendees, the order or the start of the payment", async () => {
    const { sale, first, next, offer } = await makeOffer({ price: 2500 });
    const { registrationId, accessKey } = offer;
    const until = new Date(app.time.now.getTime() + 24 * hour);
    expect(new Date(offer.expiresAt)).toEqual(until);
    advance(20 * hour);
    const found = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(found.payload).toMatchObject({ registration: { state: "held" }, quote: { totalAmount: 2500 } });
    await app.ask("registration/save", {
      body: { registrationId, accessKey, attendees: people(sale.ticketId) },
    });
    expect(await untilOf(registrationId)).toEqual(until);
    const placed = await app.ask("order/createOrder", { body: { registrationId, accessKey } });
    expect(await untilOf(registrationId)).toEqual(until);
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId: placed.payload.order.id, accessKey },
    });
    expect(await untilOf(registrationId)).toEqual(until);
    await app.checkout.sweep();
    expect(await untilOf(registrationId)).toEqual(until);
    const paid = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: started.payload.paymentIntentId, accessKey, card: card() },
    });
    expect(paid.payload.registration?.state).toBe("active");
    expect([await stateOf(first), await stateOf(next)]).toEqual(["taken", "waiting"]);
    await app.checkout.sweep();
    expect(await stateOf(first)).toBe("taken");
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("an offer that is not accepted in time goes to the next entry; the person it was made to gets a mail and may join again", async () => {
    const { sale, first, next, email } = await makeOffer({ config: { waitingOfferHours: 2 } });
    advance(2 * hour + 1000);
    await app.checkout.sweep();
    expect([await stateOf(first), await stateOf(next)]).toEqual(["lapsed", "offered"]);
    const kinds = async () => (await mailsTo(email)).map(({ kind, mail }) => [kind, mail?.subject]);
    // The mail of the offer is not sent, because it would be outdated.
    expect(await kinds()).toEqual([
      ["waitingOffer", undefined],
      ["waitingLapsed", expect.stringContaining("Your offer has ended")],
    ]);
    await app.checkout.sweep();
    expect(await kinds()).toHaveLength(2);
    expect((await join(sale, { email })).status).toBe(200);
    const again = (await entriesOf(sale)).at(-1)!;
    expect([again.email, (await fetchOwn(again)).position]).toEqual([email, 1]);
  });

  test("an offer that somebody releases goes to the next entry, and the person who released it gets no mail about this", async () => {
    const { offer, first, next, email } = await makeOffer();
    await app.ask("registration/releaseHold", {
      body: { registrationId: offer.registrationId, accessKey: offer.accessKey },
    });
    await runDueJobs(app);
    expect([await stateOf(first), await stateOf(next)]).toEqual(["lapsed", "offered"]);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["waitingOffer"]);
  });

  test("leaving the list releases the offer, and leaving twice has the same result as once", async () => {
    const { first, next } = await makeOffer();
    for (let time = 0; time < 2; time++)
      expect(await app.ask("waitingList/leave", { body: first })).toMatchObject({
        payload: { state: "left" },
      });
    await runDueJobs(app);
    expect(await stateOf(next)).toBe("offered");
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a mail program's one-click unsubscribe, a POST to the address in the mail, leaves the list", async () => {
    const sale = await buildSoldOutSale();
    const email = `click-${sale.eventId}@example.org`;
    await join(sale, { email });
    const [{ mail } = { mail: null }] = await mailsTo(email);
    const url = mail!.unsubscribeUrl!.replace("https://foyer.test", "");
    const [entry] = (await entriesOf(sale)).filter((one) => one.email === email);
    const linkReply = await app.http.inject({ url });
    expect([linkReply.statusCode, linkReply.headers.location]).toEqual([
      302,
      expect.stringContaining(`/${sale.slug}/waiting-list?entry=${entry!.entryId}&accessKey=`),
    ]);
    expect(await stateOf(entry!)).toBe("waiting");
    const click = (address: string) =>
      app.http.inject({
        method: "POST",
        url: address,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      });
    expect((await click(url.replace(entry!.accessKey, "A".repeat(22)))).statusCode).toBe(404);
    expect(await stateOf(entry!)).toBe("waiting");
    expect((await click(url)).statusCode).toBe(200);
    expect(await stateOf(entry!)).toBe("left");
    expect((await click(url)).statusCode).toBe(200);
  });

  test("the offer of an entry that staff remove goes to the next entry", async () => {
    const { sale, first, next } = await makeOffer();
    const reply = await app.ask("waitingList/remove", {
      body: { entryId: first.entryId },
      token: sale.token,
    });
    expect(reply.payload.state).toBe("left");
    await runDueJobs(app);
    expect([await stateOf(first), await stateOf(next)]).toEqual(["left", "offered"]);
  });

  test("an entry whose offer was taken cannot leave the list", async () => {
    const { sale, first, offer } = await makeOffer();
    const { registrationId, accessKey } = offer;
    await app.ask("registration/save", {
      body: { registrationId, accessKey, attendees: people(sale.ticketId) },
    });
    await app.ask("order/createOrder", { body: { registrationId, accessKey } });
    expect((await app.ask("waitingList/leave", { body: first })).payload.state).toBe("taken");
    const read = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(read.payload.registration.state).toBe("active");
  });

  test("after an address is changed, the link mailed by the waiting list no longer opens the tickets", async () => {
    const { sale, first, offer } = await makeOffer();
    const { registrationId, accessKey } = offer;
    await app.ask("registration/save", {
      body: { registrationId, accessKey, attendees: people(sale.ticketId) },
    });
    const { order } = (await app.ask("order/createOrder", { body: { registrationId, accessKey } })).payload;
    expect((await fetchOwn(first)).taken).toEqual({ registrationId, accessKey });
    const change = { orderId: order.id, email: "new@example.org" };
    expect((await app.ask("order/changeBuyer", { body: change, token: sale.token })).status).toBe(200);
    expect((await app.ask("waitingList/getOwn", { query: first })).code).toBe("notFound");
  });

  test("an offer keeps its price if staff change the price of the ticket", async () => {
    const { sale, first, next, offer } = await makeOffer({ price: 2500 });
    await sql`update tickets set price = 4000 where id = ${sale.ticketId}`.execute(app.database.db);
    const { registrationId, accessKey } = offer;
    const held = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect((await fetchOwn(first)).totalAmount).toBe(held.payload.quote!.totalAmount);
    expect((await fetchOwn(first)).totalAmount).toBe(2500);
    expect((await fetchOwn(next)).totalAmount).toBe(4000);
  });

  test("an offer goes to the next entry if its payment was started, but not made before the offer ended", async () => {
    const { sale, first, next, offer } = await makeOffer({ price: 2500, config: { waitingOfferHours: 1 } });
    const { registrationId, accessKey } = offer;
    await app.ask("registration/save", {
      body: { registrationId, accessKey, attendees: people(sale.ticketId) },
    });
    const placed = await app.ask("order/createOrder", { body: { registrationId, accessKey } });
    await app.ask("stripe/create-payment-intent", { body: { orderId: placed.payload.order.id, accessKey } });
    advance(hour + 1000);
    await app.checkout.sweep();
    expect([await stateOf(first), await stateOf(next)]).toEqual(["lapsed", "offered"]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test.each([
    ["the event's start", { startsIn: 5 }, 5 * hour],
    ["the end of sales", { config: { salesEnd: "soon" } }, 3 * hour],
    ["the end of the event's offer hours", { config: { waitingOfferHours: 168 } }, 168 * hour],
    ["the end of a usual hold, if the event starts sooner", { startsIn: 0.1 }, 15 * 60_000],
  ])("an offer lasts until %s", async (_what, spec: SaleOptions, ms) => {
    const soon = new Date(app.time.now.getTime() + 3 * hour).toISOString();
    const config = spec.config?.salesEnd === "soon" ? { ...spec.config, salesEnd: soon } : spec.config;
    const { offer } = await makeOffer({ ...spec, ...(config && { config }) });
    expect(new Date(offer.expiresAt).getTime() - app.time.now.getTime()).toBe(ms);
  });
});

describe("staff", () => {
  test("staff see entries in order, with numbers by ticket, in pages, filtered and searched", async () => {
    const sale = await buildSoldOutSale({ maxStock: 2 });
    const entries = [];
    for (const name of ["ann", "ben", "cleo"])
      entries.push(await addEntry(sale, `${name}-${sale.eventId}`, 1));
    await cancel(sale, sale.registrationIds[0]!);
    await app.checkout.sweep();
    await app.ask("waitingList/leave", { body: entries[2]! });
    const read = async (more: object = {}) =>
      (
        await app.ask("waitingList/getByEventId", {
          query: { eventId: sale.eventId, itemsPerPage: 2, ...more },
          token: sale.token,
        })
      ).payload;
    const first = await read();
    expect(first).toMatchObject({ totalItems: 3, totalPages: 2 });
    expect(first.items.map(({ state }) => state)).toEqual(["offered", "waiting"]);
    expect(first.numbers).toEqual([
      expect.objectContaining({ waiting: 1, placesWanted: 1, offered: 1, taken: 0, lapsed: 0, left: 1 }),
    ]);
    expect((await read({ state: "left" })).items.map(({ id }) => id)).toEqual([entries[2]!.entryId]);
    expect((await read({ searchKeyword: "BEN" })).totalItems).toBe(1);
    expect((await read({ ticketId: sale.ticketId + 1 })).totalItems).toBe(0);
  });

  test("staff cannot remove a ticket for which people wait, but can remove its event", async () => {
    const { db } = app.database;
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { maxStock: 0 });
    const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
    await buildEntry(db, { event, ticketId: ticket.id });
    const removed = await app.ask("ticket/removeTicket", { body: { ticketId: ticket.id }, token });
    expect(removed).toMatchObject({ code: "inUse", msg: expect.stringContaining("wait") });
    const removal = await app.ask("event/removeEvent", { query: { eventId: event.id }, token });
    expect(removal.status).toBe(200);
    expect(await auditCounters(db)).toEqual([]);
  });
});
