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
import { card, hold, order, people, startedPayment } from "../../testing/buying.ts";
import { waitingJobs, workOffAll } from "../../testing/jobs.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const hour = 3_600_000;
const pass = (ms: number) => {
  app.time.now = new Date(app.time.now.getTime() + ms);
};

interface Spec {
  maxStock?: number;
  price?: number;
  capacity?: number | null;
  config?: Partial<EventConfig>;
  startsIn?: number;
  salesEnd?: Date;
}

/** An event in a month with one ticket, whose places are all sold to different people. */
async function soldOut({ maxStock = 2, price = 0, capacity = null, startsIn = 720, ...spec }: Spec = {}) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + startsIn * hour);
  const event = await buildEvent(db, { start, capacity, ...(spec.config && { config: spec.config }) });
  const ticket = await buildTicket(db, event.id, {
    price,
    maxStock,
    ...(spec.salesEnd && { salesEnd: spec.salesEnd }),
  });
  const bought: number[] = [];
  for (let place = 0; place < (capacity ?? maxStock); place++) {
    const { registrationId, ...one } = await startedOrOrdered(event.id, ticket.id, price);
    if (one.paymentIntentId !== null)
      await app.ask("stripe/confirm-payment", {
        body: { paymentIntentId: one.paymentIntentId, accessKey: one.accessKey, card: card() },
      });
    bought.push(registrationId);
  }
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { eventId: event.id, slug: event.slug, ticketId: ticket.id, token, bought };
}
async function startedOrOrdered(eventId: number, ticketId: number, price: number) {
  if (price > 0) return startedPayment(app, eventId, ticketId);
  return { ...(await order(app, eventId, ticketId)), paymentIntentId: null };
}
type Site = Awaited<ReturnType<typeof soldOut>>;

const cancel = (site: Site, registrationId: number) =>
  app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token: site.token });
const asked = (site: Pick<Site, "eventId" | "ticketId">, more: object = {}) => ({
  body: {
    eventId: site.eventId,
    ticketId: site.ticketId,
    places: 1,
    name: "Nora Field",
    email: "nora@example.org",
    ...more,
  },
});
const join = (site: Pick<Site, "eventId" | "ticketId">, more: object = {}) =>
  app.ask("waitingList/join", asked(site, more));
const wait = (site: Site, name: string, places = 1) =>
  buildEntry(app.database.db, { event: { id: site.eventId }, ticketId: site.ticketId, name, places });
const own = async (place: { entryId: number; accessKey: string }) =>
  (await app.ask("waitingList/getOwn", { query: place })).payload;
const stateOf = async (place: { entryId: number; accessKey: string }) => (await own(place)).entry.state;
const publicStock = async ({ eventId }: Site) => {
  const [ticket] = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
  return { currentStock: ticket!.currentStock, hasWaitingList: ticket!.hasWaitingList };
};
async function entriesOf({ eventId }: Pick<Site, "eventId">) {
  const { rows } = await sql<{ id: number; email: string; places: number; access_key: string }>`
    select id, email, places, access_key from waiting_entries where event_id = ${eventId} order by id`.execute(
    app.database.db,
  );
  return rows.map(({ id: entryId, access_key: accessKey, ...row }) => ({ entryId, accessKey, ...row }));
}
/** The queued mails to an address, written as they would be sent now. */
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
  // Loads the modules that write mails, which takes long on a busy machine.
  test("is for a ticket that is sold out; the mail leads to one's place", async () => {
    const site = await soldOut();
    expect(await publicStock(site)).toEqual({ currentStock: 0, hasWaitingList: true });
    expect(await join(site, { places: 2, email: "first@example.org" })).toMatchObject({
      status: 200,
      payload: { sent: true },
    });
    const [sent] = await mailsTo("first@example.org");
    expect(sent?.mail?.subject).toContain("waiting list");
    const [, entryId, accessKey] = /waiting-list\?entry=(\d+)&accessKey=([\w-]+)/.exec(sent!.mail!.text)!;
    const place = { entryId: Number(entryId), accessKey: accessKey! };
    expect(await own(place)).toMatchObject({
      entry: { places: 2, state: "waiting", name: "Nora Field" },
      position: 1,
      offer: null,
      closedBecause: null,
    });
    await join(site, { email: "second@example.org" });
    const second = (await entriesOf(site)).at(-1)!;
    expect((await own(second)).position).toBe(2);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("is refused while places are on sale", async () => {
    const site = await soldOut();
    await cancel(site, site.bought[0]!);
    expect(await join(site)).toMatchObject({ status: 409, code: "notActive", payload: { available: 1 } });
    expect(await publicStock(site)).toEqual({ currentStock: 1, hasWaitingList: false });
    expect(await entriesOf(site)).toEqual([]);
  });

  test("answers alike for an address that waits already, and changes nothing of its place", async () => {
    const site = await soldOut();
    const before = await join(site, { places: 2 });
    const again = await join(site, { places: 1, name: "Somebody else", email: "NORA@example.org" });
    expect([again.status, again.payload, again.msg]).toEqual([before.status, before.payload, before.msg]);
    expect(await entriesOf(site)).toMatchObject([{ places: 2, email: "nora@example.org" }]);
  });

  test("mails one address three times an hour at most", async () => {
    const site = await soldOut();
    const email = "often@example.org";
    for (let minute = 0; minute < 60; minute++) {
      await join(site, { email });
      pass(60_000);
    }
    const sent = (await mailsTo(email)).length;
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThanOrEqual(3);
  });

  test.each([
    ["no place", { places: 0 }, "places"],
    ["less than none", { places: -1 }, "places"],
    ["half a place", { places: 1.5 }, "places"],
    ["a thousand million", { places: 1e9 }, "places"],
    ["a text", { places: "1" }, "places"],
    ["more than one registration may have", { places: 11 }, "places"],
    ["no name", { name: " " }, "name"],
    ["no address", { email: "nora" }, "email"],
    ["a ticket that is not there", { ticketId: 987_654 }, "ticketId"],
  ])("%s is refused by its field, and nothing is written", async (_what, bad, path) => {
    const site = await soldOut();
    const reply = await join(site, bad);
    expect(reply).toMatchObject({ status: 400, code: "invalidInput", payload: { fields: [{ path }] } });
    expect(await entriesOf(site)).toEqual([]);
  });

  test("another event's ticket, an inactive and a hidden one are not told apart", async () => {
    const site = await soldOut();
    const { db } = app.database;
    const strange = await soldOut();
    const inactive = await buildTicket(db, site.eventId, { maxStock: 0, isActive: false });
    const hidden = await buildTicket(db, site.eventId, { maxStock: 0, isHidden: true });
    for (const ticketId of [strange.ticketId, inactive.id, hidden.id]) {
      expect(await join(site, { ticketId })).toMatchObject({
        status: 400,
        payload: { fields: [{ path: "ticketId", message: "is not a ticket of this event" }] },
      });
    }
    expect(await entriesOf(site)).toEqual([]);
  });

  test("is refused where there is no list, and where nothing is sold any more", async () => {
    const none = await soldOut({ config: { waitingList: false } });
    expect(await join(none)).toMatchObject({ status: 409, code: "salesClosed" });
    expect((await publicStock(none)).hasWaitingList).toBe(false);
    const over = await soldOut({ startsIn: 1 });
    pass(6 * hour);
    expect(await join(over)).toMatchObject({ code: "salesClosed", msg: "This event is over." });
    expect(await entriesOf(over)).toEqual([]);
  });

  test("a wrong key opens no place and leaves no list", async () => {
    const site = await soldOut();
    const place = await wait(site, "keyed");
    const wrong = { entryId: place.entryId, accessKey: "A".repeat(22) };
    expect((await app.ask("waitingList/getOwn", { query: wrong })).status).toBe(404);
    expect((await app.ask("waitingList/leave", { body: wrong })).status).toBe(404);
    expect(await stateOf(place)).toBe("waiting");
  });
});

describe("a place that returns", () => {
  test("is sold out for the public from that moment, and goes to the first in line with the job that it brings", async () => {
    const site = await soldOut();
    const first = await wait(site, "first");
    const second = await wait(site, "second");
    await cancel(site, site.bought[0]!);
    expect(await publicStock(site)).toEqual({ currentStock: 0, hasWaitingList: true });
    const reply = await app.ask("registration/initRegistration", {
      body: { eventId: site.eventId, tickets: [{ ticketId: site.ticketId, quantity: 1 }] },
    });
    expect(reply).toMatchObject({ code: "soldOut", payload: { available: { [site.ticketId]: 0 } } });
    expect(await waitingJobs(app)).toContain(`offerPlaces:${site.eventId}`);
    await workOffAll(app);
    expect(await own(first)).toMatchObject({ entry: { state: "offered" }, position: null });
    expect(await own(second)).toMatchObject({ entry: { state: "waiting" }, position: 1 });
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

  test("goes to the first whose party fits; what is too little for all of them is on sale", async () => {
    const site = await soldOut({ maxStock: 4 });
    const large = await wait(site, "large", 3);
    const couple = await wait(site, "couple", 2);
    await cancel(site, site.bought[0]!);
    await app.checkout.sweep();
    expect(await publicStock(site)).toEqual({ currentStock: 1, hasWaitingList: false });
    await cancel(site, site.bought[1]!);
    expect(await publicStock(site)).toEqual({ currentStock: 0, hasWaitingList: true });
    await app.checkout.sweep();
    expect([await stateOf(large), await stateOf(couple)]).toEqual(["waiting", "offered"]);
    await workOffAll(app);
    const [reply] = (await mailsTo("couple@example.org")).filter(({ kind }) => kind === "waitingOffer");
    expect(reply?.mail).toMatchObject({
      subject: expect.stringContaining("Places for you"),
      text: expect.stringMatching(/2 × .+ are kept for you.+Take the places\s.+give them back/s),
    });
  });

  test("is offered when there are more of it, and when the event's capacity grows", async () => {
    const site = await soldOut({ maxStock: 3, capacity: 1 });
    const [first, second] = [await wait(site, "one"), await wait(site, "two")];
    await app.checkout.sweep();
    expect(await stateOf(first)).toBe("waiting");
    await app.ask("event/saveConfig", {
      body: { eventId: site.eventId, config: { capacity: 2 } },
      token: site.token,
    });
    await workOffAll(app);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["offered", "waiting"]);
    await app.ask("event/saveConfig", {
      body: { eventId: site.eventId, config: { capacity: null } },
      token: site.token,
    });
    await workOffAll(app);
    expect(await stateOf(second)).toBe("offered");
  });

  test("is offered to nobody by an event that is cancelled, unpublished, over, or without a list", async () => {
    for (const change of [
      sql`is_active = false`,
      sql`cancelled_at = now()`,
      sql`start_datetime = start_datetime - interval '2 years', end_datetime = end_datetime - interval '2 years'`,
      sql`config = jsonb_set(config, '{waitingList}', 'false')`,
    ]) {
      const site = await soldOut();
      const place = await wait(site, `told-${site.eventId}`);
      await sql`update events set ${change} where id = ${site.eventId}`.execute(app.database.db);
      await cancel(site, site.bought[0]!);
      await app.checkout.sweep();
      const reply = await own(place);
      expect(reply.entry.state).toBe("waiting");
      expect(reply.closedBecause).toMatch(/\.$/);
    }
  });

  test("without a list is on sale again, whoever has waited", async () => {
    const site = await soldOut();
    await wait(site, "forgotten");
    await app.ask("event/saveConfig", {
      body: { eventId: site.eventId, config: { waitingList: false } },
      token: site.token,
    });
    await cancel(site, site.bought[0]!);
    await app.checkout.sweep();
    expect((await hold(app, site.eventId, site.ticketId)).registration.state).toBe("held");
  });

  test("keeps a party that was let on the list, also when registrations may be no longer so large", async () => {
    const site = await soldOut({ maxStock: 3 });
    const party = await wait(site, "party", 3);
    await app.ask("event/saveConfig", {
      body: { eventId: site.eventId, config: { maxTicketsPerRegistration: 2 } },
      token: site.token,
    });
    for (const id of site.bought) await cancel(site, id);
    await app.checkout.sweep();
    expect(await stateOf(party)).toBe("offered");
  });

  test("is sold by staff at the door, whoever waits", async () => {
    const site = await soldOut({ startsIn: 1 });
    const place = await wait(site, "outside");
    await cancel(site, site.bought[0]!);
    const sold = await app.ask("door/sell", {
      body: {
        eventId: site.eventId,
        deviceId: "9b2f6c1e-53a7-4b0e-8a6d-0c1d2e3f4a5b",
        tickets: [{ ticketId: site.ticketId, quantity: 1 }],
        name: "Walk in",
        email: "walk.in@example.org",
        paidBy: "cash",
        totalAmount: 0,
      },
      token: site.token,
    });
    expect(sold.status).toBe(200);
    await app.checkout.sweep();
    expect(await stateOf(place)).toBe("waiting");
    expect(await auditCounters(app.database.db)).toEqual([]);
  });
});

describe("an offer", () => {
  /** An entry with an offer, and one that waits behind it. */
  async function offered(spec: Spec = {}) {
    const site = await soldOut(spec);
    const first = await wait(site, `first-${site.eventId}`);
    const next = await wait(site, `next-${site.eventId}`);
    // A paid ticket cannot be cancelled without a refund, so the stock is raised instead.
    if (spec.price === undefined) await cancel(site, site.bought[0]!);
    else await app.ask("ticket/save", { body: { id: site.ticketId, maxStock: 3 }, token: site.token });
    await app.checkout.sweep();
    const { offer } = await own(first);
    if (offer === null) throw new Error("There is no offer");
    return { site, first, next, offer, email: `first-${site.eventId}@example.org` };
  }
  const untilOf = async (registrationId: number) => {
    const { rows } = await sql<{ until: Date | null }>`select expires_at as until from registrations
      where id = ${registrationId}`.execute(app.database.db);
    return rows[0]!.until;
  };

  test("is taken on any device by the link in the mail, and keeps its time while it is named, ordered and paid", async () => {
    const { site, first, next, offer } = await offered({ price: 2500 });
    const { registrationId, accessKey } = offer;
    const until = new Date(app.time.now.getTime() + 24 * hour);
    expect(new Date(offer.expiresAt)).toEqual(until);
    pass(20 * hour);
    const found = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(found.payload).toMatchObject({ registration: { state: "held" }, quote: { totalAmount: 2500 } });
    await app.ask("registration/save", {
      body: { registrationId, accessKey, attendees: people(site.ticketId) },
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

  test("that is not taken goes to the next, and its holder is told by mail and may join again at the end", async () => {
    const { site, first, next, email } = await offered({ config: { waitingOfferHours: 2 } });
    pass(2 * hour + 1000);
    await app.checkout.sweep();
    expect([await stateOf(first), await stateOf(next)]).toEqual(["lapsed", "offered"]);
    const kinds = async () => (await mailsTo(email)).map(({ kind, mail }) => [kind, mail?.subject]);
    // The mail of the offer would be outdated by now, so it is not sent.
    expect(await kinds()).toEqual([
      ["waitingOffer", undefined],
      ["waitingLapsed", expect.stringContaining("Your place went on")],
    ]);
    await app.checkout.sweep();
    expect(await kinds()).toHaveLength(2);
    expect((await join(site, { email })).status).toBe(200);
    const again = (await entriesOf(site)).at(-1)!;
    expect([again.email, (await own(again)).position]).toEqual([email, 1]);
  });

  test("that is given back goes to the next, and nobody is told that it has passed", async () => {
    const { offer, first, next, email } = await offered();
    await app.ask("registration/releaseHold", {
      body: { registrationId: offer.registrationId, accessKey: offer.accessKey },
    });
    await workOffAll(app);
    expect([await stateOf(first), await stateOf(next)]).toEqual(["lapsed", "offered"]);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["waitingOffer"]);
  });

  test("goes with whoever leaves the list; leaving twice is leaving once", async () => {
    const { first, next } = await offered();
    for (let time = 0; time < 2; time++)
      expect(await app.ask("waitingList/leave", { body: first })).toMatchObject({
        payload: { state: "left" },
      });
    await workOffAll(app);
    expect(await stateOf(next)).toBe("offered");
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("is left by one click in a mail program, which posts to the address in the mail", async () => {
    const site = await soldOut();
    const email = `click-${site.eventId}@example.org`;
    await join(site, { email });
    const [{ mail } = { mail: null }] = await mailsTo(email);
    const url = mail!.unsubscribeUrl!.replace("https://foyer.test", "");
    const [place] = (await entriesOf(site)).filter((one) => one.email === email);
    const looked = await app.http.inject({ url });
    expect([looked.statusCode, looked.headers.location]).toEqual([
      302,
      expect.stringContaining(`/${site.slug}/waiting-list?entry=${place!.entryId}&accessKey=`),
    ]);
    expect(await stateOf(place!)).toBe("waiting");
    const click = (address: string) =>
      app.http.inject({
        method: "POST",
        url: address,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      });
    expect((await click(url.replace(place!.accessKey, "A".repeat(22)))).statusCode).toBe(404);
    expect(await stateOf(place!)).toBe("waiting");
    expect((await click(url)).statusCode).toBe(200);
    expect(await stateOf(place!)).toBe("left");
    expect((await click(url)).statusCode).toBe(200);
  });

  test("of somebody whom staff take off the list goes to the next", async () => {
    const { site, first, next } = await offered();
    const reply = await app.ask("waitingList/remove", {
      body: { entryId: first.entryId },
      token: site.token,
    });
    expect(reply.payload.state).toBe("left");
    await workOffAll(app);
    expect([await stateOf(first), await stateOf(next)]).toEqual(["left", "offered"]);
  });

  test("that is taken is left by nobody", async () => {
    const { site, first, offer } = await offered();
    const { registrationId, accessKey } = offer;
    await app.ask("registration/save", {
      body: { registrationId, accessKey, attendees: people(site.ticketId) },
    });
    await app.ask("order/createOrder", { body: { registrationId, accessKey } });
    expect((await app.ask("waitingList/leave", { body: first })).payload.state).toBe("taken");
    const read = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(read.payload.registration.state).toBe("active");
  });

  test("that is not paid at its end is called off at the provider, and goes to the next", async () => {
    const { site, first, next, offer } = await offered({ price: 2500, config: { waitingOfferHours: 1 } });
    const { registrationId, accessKey } = offer;
    await app.ask("registration/save", {
      body: { registrationId, accessKey, attendees: people(site.ticketId) },
    });
    const placed = await app.ask("order/createOrder", { body: { registrationId, accessKey } });
    await app.ask("stripe/create-payment-intent", { body: { orderId: placed.payload.order.id, accessKey } });
    pass(hour + 1000);
    await app.checkout.sweep();
    expect([await stateOf(first), await stateOf(next)]).toEqual(["lapsed", "offered"]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test.each([
    ["the event's start", { startsIn: 5 }, 5 * hour],
    ["the end of sale", { config: { salesEnd: "soon" } }, 3 * hour],
    ["the hours that the event gives", { config: { waitingOfferHours: 168 } }, 168 * hour],
    ["as long as any buyer has, where that is almost over", { startsIn: 0.1 }, 15 * 60_000],
  ])("lasts until %s", async (_what, spec: Spec, ms) => {
    const soon = new Date(app.time.now.getTime() + 3 * hour).toISOString();
    const config = spec.config?.salesEnd === "soon" ? { ...spec.config, salesEnd: soon } : spec.config;
    const { offer } = await offered({ ...spec, ...(config && { config }) });
    expect(new Date(offer.expiresAt).getTime() - app.time.now.getTime()).toBe(ms);
  });
});

describe("staff", () => {
  test("see who waits, in order, with numbers by ticket; in pages, filtered and searched", async () => {
    const site = await soldOut({ maxStock: 2 });
    const places = [];
    for (const name of ["ann", "ben", "cleo"]) places.push(await wait(site, `${name}-${site.eventId}`, 1));
    await cancel(site, site.bought[0]!);
    await app.checkout.sweep();
    await app.ask("waitingList/leave", { body: places[2]! });
    const read = async (more: object = {}) =>
      (
        await app.ask("waitingList/getByEventId", {
          query: { eventId: site.eventId, itemsPerPage: 2, ...more },
          token: site.token,
        })
      ).payload;
    const first = await read();
    expect(first).toMatchObject({ totalItems: 3, totalPages: 2 });
    expect(first.items.map(({ state }) => state)).toEqual(["offered", "waiting"]);
    expect(first.numbers).toEqual([
      expect.objectContaining({ waiting: 1, placesWanted: 1, offered: 1, taken: 0, lapsed: 0, left: 1 }),
    ]);
    expect((await read({ state: "left" })).items.map(({ id }) => id)).toEqual([places[2]!.entryId]);
    expect((await read({ searchKeyword: "BEN" })).totalItems).toBe(1);
    expect((await read({ ticketId: site.ticketId + 1 })).totalItems).toBe(0);
  });

  test("cannot remove a ticket for which people wait, nor lose its list with the event's copy", async () => {
    const { db } = app.database;
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { maxStock: 0 });
    const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
    await buildEntry(db, { event, ticketId: ticket.id });
    const removed = await app.ask("ticket/removeTicket", { body: { ticketId: ticket.id }, token });
    expect(removed).toMatchObject({ code: "inUse", msg: expect.stringContaining("wait") });
    const ended = await app.ask("event/removeEvent", { query: { eventId: event.id }, token });
    expect(ended.status).toBe(200);
    expect(await auditCounters(db)).toEqual([]);
  });
});
