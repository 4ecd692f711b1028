import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { newImageName } from "../../media/images.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import {
  buildClub,
  buildEvent,
  buildPromoCode,
  buildSharedCapacity,
  buildTicket,
  buildUser,
} from "../../testing/builders.ts";
import { card, people, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { runDueImageRemovals } from "../../testing/jobs.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let dataDir: string;
let sudo: string;
let admin: string;
let clubId: number;
beforeAll(async () => {
  app = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), "foyer-club-"));
  app.services.dataDir = dataDir;
  const { id } = await buildUser(app.database.db, SUDO, null);
  sudo = await openSession(app.database.db, id, app.time.now);
});
beforeEach(async () => {
  const { db } = app.database;
  clubId = (await buildClub(db, "Harbour Rowers")).id;
  admin = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const save = (body: object, token = admin, headers: Record<string, string> = {}) =>
  app.ask("club/save", { body, token, headers });
const remove = (id: number) => app.ask("club/removeClub", { query: { clubId: id }, token: sudo });
const list = async (token?: string) =>
  (await app.ask("club/getAllClubs", token === undefined ? {} : { token })).payload;

describe("a club", () => {
  test("only sudo can create a club, and two requests with one Idempotency-Key create one club", async () => {
    const key = { "idempotency-key": "a-double-click" };
    const body = { name: "Hill Walkers", location: "Hill 1", contactEmail: "hi@example.org", phone: "+49 1" };
    const replies = await Promise.all([save(body, sudo, key), save(body, sudo, key)]);
    expect(replies[0]!.payload).toMatchObject({ ...body, logo: null, logoUrl: "/api/club-logo/default" });
    expect(replies[1]!.payload.id).toBe(replies[0]!.payload.id);
    expect(await save(body)).toMatchObject({ status: 403, code: "wrongRole" });
  });

  test("a saved club keeps the fields that are not sent, and clears the fields that are sent empty", async () => {
    await save({ id: clubId, name: "Rowers", contactEmail: "hi@example.org", phone: "+49 1" });
    expect((await save({ id: clubId, name: "Rowers 2" })).payload).toMatchObject({
      name: "Rowers 2",
      location: "Harbour 1",
      contactEmail: "hi@example.org",
      phone: "+49 1",
    });
    const reply = await save({ id: clubId, name: "Rowers 2", contactEmail: "", phone: null, location: "" });
    expect(reply.payload).toMatchObject({ contactEmail: null, phone: null, location: "" });
  });

  test("the pages of a club's events show how to reach it only if the club wants that", async () => {
    const { slug } = await buildEvent(app.database.db, { clubId });
    const contactOnPage = async () =>
      (await app.ask("event/getEventBySlug", { query: { slug } })).payload.club.contact;
    const fields = { id: clubId, name: "Rowers", contactEmail: "hi@example.org", phone: "+49 1" };
    expect((await save(fields)).payload.showContact).toBe(false);
    expect(await contactOnPage()).toBeUndefined();
    expect((await save({ ...fields, showContact: "true" })).payload.showContact).toBe(true);
    expect(await contactOnPage()).toEqual({ email: "hi@example.org", phone: "+49 1" });
    await save({ id: clubId, name: "Rowers", phone: null });
    expect(await contactOnPage()).toEqual({ email: "hi@example.org", phone: null });
    await save({ id: clubId, name: "Rowers", showContact: false });
    expect(await contactOnPage()).toBeUndefined();
  });

  test("a club's seller details are stored, are not changed by other saves, and can be changed in part", async () => {
    const seller = {
      legalName: "Harbour Rowers e.V.",
      address: "1 Pier Road, Hamburg",
      country: "DE",
      taxNumber: "DE123456789",
      register: null,
    };
    const before = (await save({ id: clubId, name: "Rowers" })).payload.seller;
    expect(before).toEqual({ legalName: "", address: "", country: "", taxNumber: null, register: null });
    // A form with a picture sends the seller as text.
    expect(
      (await save({ id: clubId, name: "Rowers", seller: JSON.stringify(seller) })).payload.seller,
    ).toEqual(seller);
    expect((await save({ id: clubId, name: "Rowers" })).payload.seller).toEqual(seller);
    const part = { taxNumber: "", register: "VR 1234" };
    expect((await save({ id: clubId, name: "Rowers", seller: part })).payload.seller).toEqual({
      ...seller,
      taxNumber: null,
      register: "VR 1234",
    });
    expect(await save({ id: clubId, name: "Rowers", seller: { country: "XX" } })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "seller.country" }] },
    });
  });

  test("a club's legal pages are stored, are linked on its events, are not changed by other saves, and can be cleared", async () => {
    const { slug } = await buildEvent(app.database.db, { clubId });
    const clubOnPage = async () => (await app.ask("event/getEventBySlug", { query: { slug } })).payload.club;
    const urls = {
      imprintUrl: "https://rowers.example/imprint",
      privacyUrl: "https://rowers.example/privacy",
      termsUrl: "https://rowers.example/terms",
      refundPolicyUrl: "https://rowers.example/refunds",
    };
    expect(Object.keys(await clubOnPage())).not.toContain("termsUrl");
    expect((await save({ id: clubId, name: "Rowers", ...urls })).payload).toMatchObject(urls);
    expect((await save({ id: clubId, name: "Rowers" })).payload).toMatchObject(urls);
    expect(await clubOnPage()).toMatchObject(urls);
    const emptied = await save({ id: clubId, name: "Rowers", termsUrl: "", privacyUrl: null });
    expect(emptied.payload).toMatchObject({ ...urls, termsUrl: null, privacyUrl: null });
    expect(Object.keys(await clubOnPage())).not.toContain("termsUrl");
  });

  test("a club's id, date, logo name and rule about second factors cannot be set by its admin's request", async () => {
    const reply = await save({
      id: clubId,
      name: "Rowers",
      createdAt: "2020-01-01T00:00:00Z",
      logo: "../../x",
      requires_second_factor: true,
      clubId: 1,
    });
    expect(reply.payload).toMatchObject({ id: clubId, logo: null });
    expect(reply.payload.createdAt.slice(0, 4)).not.toBe("2020");
    const { payload } = await app.ask("appUser/getAppUsers", { query: { clubId }, token: sudo });
    expect(payload.isSecondFactorRequired).toBe(false);
  });

  test.each([
    ["name", ""],
    ["contactEmail", "no address"],
    ["phone", "x".repeat(41)],
    ["showContact", "perhaps"],
    ["termsUrl", "javascript:alert(1)"],
    ["imprintUrl", "http://rowers.example"],
    ["privacyUrl", "nowhere"],
    ["refundPolicyUrl", `https://rowers.example/${"x".repeat(500)}`],
  ])("a club with a wrong %s is refused with an error for this field", async (path, value) => {
    const reply = await save({ id: clubId, name: "Rowers", [path]: value });
    expect(reply).toMatchObject({ status: 400, payload: { fields: [{ path }] } });
  });
});

describe("a club's logo", () => {
  const form = async (fields: Record<string, string>, file: { name: string; type: string; body: Buffer }) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    data.set("files", new Blob([new Uint8Array(file.body)], { type: file.type }), file.name);
    const request = new Request("http://foyer.test", { method: "POST", body: data });
    const reply = await app.http.inject({
      method: "POST",
      url: "/api/club/save",
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: admin, "content-type": request.headers.get("content-type")! },
    });
    return { status: reply.statusCode, ...reply.json() };
  };
  const png = () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: "#c79f5a" } })
      .png()
      .toBuffer();

  test("a club's logo is uploaded with the form, and removed with rmImage", async () => {
    const fields = { id: String(clubId), name: "Rowers", phone: "", location: "Pier 7" };
    const reply = await form(fields, { name: "../../logo.png", type: "image/png", body: await png() });
    expect(reply).toMatchObject({ status: 200, payload: { location: "Pier 7", phone: null } });
    expect(reply.payload.logo).toMatch(/^[A-Za-z0-9_-]{22}\.(jpg|png)$/);
    expect(await readdir(join(dataDir, "images", "club-logo"))).toContain(reply.payload.logo);
    expect((await save({ id: clubId, name: "Rowers" })).payload.logo).toBe(reply.payload.logo);
    expect((await save({ id: clubId, name: "Rowers", rmImage: "other.png" })).payload.logo).not.toBeNull();
    expect((await save({ id: clubId, name: "Rowers", rmImage: reply.payload.logo })).payload.logo).toBeNull();
  });

  const logos = () => readdir(join(dataDir, "images", "club-logo"));
  const upload = async () => {
    const file = { name: "a.png", type: "image/png", body: await png() };
    const { logo } = (await form({ id: String(clubId), name: "Rowers" }, file)).payload;
    return logo as string;
  };

  test("a club's logo is deleted a day after it is replaced", async () => {
    // A removal is due a day after the app's time of the change, by the database's clock.
    app.time.now = new Date(Date.now() - 23 * 3_600_000);
    const [first, second] = [await upload(), await upload()];
    await runDueImageRemovals(app);
    expect(await logos()).toEqual(expect.arrayContaining([first, second]));
    app.time.now = new Date(Date.now() - 25 * 3_600_000);
    const third = await upload();
    await runDueImageRemovals(app);
    expect(await logos()).not.toContain(second);
    expect(await logos()).toContain(third);
    app.time.now = new Date();
  });

  test.each([
    [23, "still there", true],
    [25, "deleted", false],
  ])(
    "%i hours after a club is removed, its logo and the pictures of its events are %s",
    async (hours, _words, isThere) => {
      const { db } = app.database;
      const banners = join(dataDir, "images", "event-banner");
      app.time.now = new Date(Date.now() - hours * 3_600_000);
      const logo = await upload();
      const banner = newImageName("jpg");
      await mkdir(banners, { recursive: true });
      await writeFile(join(banners, banner), "");
      const { id } = await buildEvent(db, { clubId });
      await db.updateTable("events").set({ banner }).where("id", "=", id).execute();
      expect((await remove(clubId)).status).toBe(200);
      await runDueImageRemovals(app);
      expect((await logos()).includes(logo)).toBe(isThere);
      expect((await readdir(banners)).includes(banner)).toBe(isThere);
      app.time.now = new Date();
    },
  );

  test("a logo that is no picture is refused, and the club stays as it was", async () => {
    const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const reply = await form(
      { id: String(clubId), name: "Changed" },
      { name: "a.png", type: "image/png", body },
    );
    expect(reply).toMatchObject({ status: 415, code: "unsupportedType" });
    expect((await app.ask("club/getClub", { query: { clubId } })).payload.name).toBe("Harbour Rowers");
  });
});

describe("the list of clubs", () => {
  test("visitors see the listed clubs that have published an event, and an admin also sees their own club", async () => {
    const { db } = app.database;
    const quiet = (await buildClub(db, "Quiet Club")).id;
    const loud = (await buildClub(db, "Loud Club")).id;
    const unlisted = (await buildClub(db, "Unlisted Club")).id;
    await db.updateTable("clubs").set({ is_confirmed: false }).where("id", "=", unlisted).execute();
    for (const publisher of [loud, unlisted]) await buildEvent(db, { clubId: publisher });
    await buildEvent(db, { clubId: quiet, isActive: false });
    const ids = async (token?: string) => (await list(token)).map(({ id }) => id);
    expect(await ids()).toContain(loud);
    expect(await ids()).not.toContain(quiet);
    expect(await ids()).not.toContain(unlisted);
    expect(await ids()).not.toContain(clubId);
    expect(await ids(admin)).toContain(clubId);
    expect(await ids(admin)).not.toContain(quiet);
    expect(await ids(sudo)).toEqual(expect.arrayContaining([quiet, loud, clubId]));
  });

  test("only sudo gets figures in the list of clubs, with the revenue by currency", async () => {
    const { db } = app.database;
    const sell = async (currency: "eur" | "usd", price: number, quantity: number) => {
      const event = await buildEvent(db, { clubId, currency });
      const ticket = await buildTicket(db, event.id, { price });
      const { paymentIntentId, accessKey } = await startTestPayment(app, event.id, ticket.id, quantity);
      await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
    };
    await sell("eur", 2500, 2);
    await sell("usd", 1200, 1);
    await buildEvent(db, { clubId, isActive: false });
    const figures = (await list(sudo)).find(({ id }) => id === clubId)!.figures;
    expect(figures).toEqual({
      admins: 1,
      events: 3,
      comingEvents: 2,
      attendees: 3,
      paidOrders: 2,
      revenue: [
        { currency: "eur", amount: 5000 },
        { currency: "usd", amount: 1200 },
      ],
    });
    for (const token of [undefined, admin])
      expect((await list(token)).every((club) => club.figures === null)).toBe(true);
  });
  test("a refund that the bank returned counts as revenue of the club, as on the event's card", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId });
    const { order } = await startTestPayment(app, event.id, (await buildTicket(db, event.id)).id);
    const setOrder = (refunded_amount: number) =>
      db
        .updateTable("orders")
        .set({ payment_status: "refunded", refunded_amount })
        .where("id", "=", order.id)
        .execute();
    const figures = async () => {
      const [card] = (await app.ask("event/getEventCards", { query: {}, token: admin })).payload.items;
      const club = (await list(sudo)).find(({ id }) => id === clubId)!.figures!;
      return { card: card!.money, club: club.revenue, paidOrders: club.paidOrders };
    };
    await setOrder(order.totalAmount);
    expect(await figures()).toEqual({ card: [], club: [], paidOrders: 0 });
    await setOrder(0);
    const revenue = [{ currency: "eur", amount: order.totalAmount }];
    expect(await figures()).toEqual({ card: revenue, club: revenue, paidOrders: 0 });
  });
});

describe("removing a club", () => {
  test("removing a club removes its events, although they have free registrations, and ends its admins' tokens", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId });
    const free = await buildTicket(db, event.id, { price: 0 });
    await placeTestOrder(app, event.id, free.id);
    const { code } = await buildPromoCode(db, event.id);
    const shared = await buildSharedCapacity(db, event.id);
    const seat = await buildTicket(db, event.id, { price: 0, sharedCapacityId: shared.id });
    const purchase = { eventId: event.id, tickets: [{ ticketId: seat.id, quantity: 1 }], promoCode: code };
    await app.ask("registration/express", { body: { ...purchase, attendees: people(seat.id) } });
    expect((await app.ask("auth/me", { token: admin })).status).toBe(200);
    expect(await remove(clubId)).toMatchObject({ status: 200, payload: { id: clubId } });
    expect((await app.ask("club/getClub", { query: { clubId } })).status).toBe(404);
    expect((await app.ask("event/getEvent", { query: { eventId: event.id } })).status).toBe(404);
    expect((await app.ask("auth/me", { token: admin })).code).toBe("tokenExpired");
    expect((await remove(clubId)).status).toBe(404);
  });

  test("removing a club is refused while a payment is in progress, and while it has paid orders", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId });
    const ticket = await buildTicket(db, event.id);
    const { paymentIntentId, accessKey } = await startTestPayment(app, event.id, ticket.id, 1);
    expect(await remove(clubId)).toMatchObject({ status: 409, code: "inUse" });
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
    expect(await remove(clubId)).toMatchObject({ status: 409, code: "inUse" });
    expect((await app.ask("auth/me", { token: admin })).status).toBe(200);
  });

  test("an unpaid checkout does not prevent removing the club once its hold has expired", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId });
    const { order } = await startTestPayment(app, event.id, (await buildTicket(db, event.id)).id);
    const now = app.time.now;
    app.time.now = new Date(now.getTime() + 16 * 60_000);
    await app.checkout.sweep();
    app.time.now = now;
    const left = db.selectFrom("orders").select(["payment_status", "payment_id"]).where("id", "=", order.id);
    expect(await left.executeTakeFirst()).toEqual({
      payment_status: "pending",
      payment_id: expect.any(Number),
    });
    expect(await remove(clubId)).toMatchObject({ status: 200 });
  });

  test("removing a club is refused while a payment of a refunded order needs attention, and the message names the event", async () => {
    const { db } = app.database;
    await buildEvent(db, { clubId });
    const event = await buildEvent(db, { clubId, name: "Winter Ball" });
    const { order } = await startTestPayment(app, event.id, (await buildTicket(db, event.id)).id);
    await db.updateTable("orders").set({ payment_status: "refunded" }).where("id", "=", order.id).execute();
    await db
      .updateTable("payments")
      .set({ state: "needs_attention", attention: JSON.stringify({ kind: "refundRefused" }) })
      .where("order_id", "=", order.id)
      .execute();
    const msg =
      "“Winter Ball” cannot be deleted. A payment of this event needs attention. Resolve it on the orders page first.";
    expect(await remove(clubId)).toMatchObject({ status: 409, code: "inUse", msg });
    expect(await db.selectFrom("events").select("id").where("club_id", "=", clubId).execute()).toHaveLength(
      2,
    );
  });
});
