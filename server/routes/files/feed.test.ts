import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildEvent } from "../../testing/builders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(app.time.now.getTime() + days * 24 * 3_600_000);

const get = (query: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  app.http.inject({ url: `/api/event/feed.ics${query}`, headers, method });

async function read(query: string) {
  const reply = await get(query);
  expect(reply.statusCode).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(reply.body));
  const events = calendar.getAllSubcomponents("vevent");
  return { reply, calendar, events, names: events.map((event) => event.getFirstPropertyValue("summary")) };
}

async function clubWith(name: string, isConfirmed = true) {
  const { db } = app.database;
  const club = await buildClub(db, name);
  await db
    .updateTable("clubs")
    .set({ is_confirmed: isConfirmed, contact_email: "office@club.example" })
    .where("id", "=", club.id)
    .execute();
  return club;
}

test("a club's calendar has its coming published events, soonest first, and cancelled ones with their status", async () => {
  const { db } = app.database;
  const { id: clubId } = await clubWith("Harbour; Club, Ltd");
  const later = await buildEvent(db, { clubId, name: "Later", start: inDays(20) });
  await buildEvent(db, { clubId, name: "Soon", start: inDays(2), cancelledAt: app.time.now });
  await buildEvent(db, { clubId, name: "Draft", start: inDays(3), isActive: false });
  await buildEvent(db, { clubId, name: "Over", start: inDays(-3) });
  await buildEvent(db, { name: "Of another club", start: inDays(4) });
  const { reply, calendar, events, names } = await read(`?clubId=${clubId}`);
  expect(reply.headers["content-type"]).toBe("text/calendar; charset=utf-8; method=PUBLISH");
  expect(names).toEqual(["Soon", "Later"]);
  expect(events.map((event) => event.getFirstPropertyValue("status"))).toEqual(["CANCELLED", "CONFIRMED"]);
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(reply.body).toContain("\r\nX-WR-CALNAME:Harbour\\; Club\\, Ltd\r\n");
  const { uid } = new ICAL.Event(events[1]!);
  const own = await app.http.inject({ url: `/api/event/calendar.ics?slug=${later.slug}` });
  expect(own.body).toContain(`UID:${uid}`);
});

test("an event's calendar file has the club's address only if the club's pages show it", async () => {
  const { id: clubId } = await clubWith("Quiet Club");
  const { slug } = await buildEvent(app.database.db, { clubId, start: inDays(2) });
  const file = async () => (await app.http.inject({ url: `/api/event/calendar.ics?slug=${slug}` })).body;
  const setShown = (isShown: boolean) =>
    app.database.db.updateTable("clubs").set({ show_contact: isShown }).where("id", "=", clubId).execute();
  await setShown(false);
  expect(await file()).not.toContain("office@club.example");
  await setShown(true);
  expect(await file()).toContain("office@club.example");
});

test("the calendar of all clubs has events of several clubs, and none of a club that is not listed", async () => {
  const { db } = app.database;
  const listed = await clubWith("Listed");
  const unlisted = await clubWith("Unlisted", false);
  await buildEvent(db, { clubId: listed.id, name: "Public night", start: inDays(5) });
  await buildEvent(db, { clubId: unlisted.id, name: "Secret night", start: inDays(5) });
  await buildEvent(db, { name: "Elsewhere night", start: inDays(5) });
  const { names } = await read("");
  expect(names).toContain("Public night");
  expect(names).toContain("Elsewhere night");
  expect(names).not.toContain("Secret night");
  const own = await read(`?clubId=${unlisted.id}`);
  expect(own.names).toEqual([]);
  // A calendar without any component is invalid (RFC 5545 §3.6).
  expect(own.calendar.getAllSubcomponents()).toHaveLength(1);
});

test("the calendar has a club's mail address only if the club's pages show it", async () => {
  const { db } = app.database;
  const { id: clubId } = await clubWith("Quiet Club");
  await buildEvent(db, { clubId, start: inDays(5) });
  expect((await get(`?clubId=${clubId}`)).body).not.toContain("office@club.example");
  await db.updateTable("clubs").set({ show_contact: true }).where("id", "=", clubId).execute();
  expect((await get(`?clubId=${clubId}`)).body).toContain("mailto:office@club.example");
});

test("an unchanged calendar is not sent again, and HEAD has no body", async () => {
  const { db } = app.database;
  const { id: clubId } = await clubWith("Cached Club");
  const event = await buildEvent(db, { clubId, start: inDays(5) });
  const first = await get(`?clubId=${clubId}`);
  expect(first.headers["cache-control"]).toBe("public, max-age=300");
  const etag = String(first.headers.etag);
  const again = await get(`?clubId=${clubId}`, { "if-none-match": etag });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  const head = await get(`?clubId=${clubId}`, {}, "HEAD");
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, "", etag]);
  await db.updateTable("events").set({ location: "Elsewhere" }).where("id", "=", event.id).execute();
  const changed = await get(`?clubId=${clubId}`, { "if-none-match": etag });
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain("LOCATION:Elsewhere");
});

test("an unknown club has no calendar", async () => {
  expect((await get("?clubId=987654")).statusCode).toBe(404);
  expect((await get("?clubId=x")).statusCode).toBe(400);
});
