import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { hold } from "../../../testing/buying.ts";
import { buildTwoClubs, fieldsOf, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  eventId = (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;
});
afterAll(() => app.close());

const saveConfig = (config: unknown) =>
  app.ask("event/saveConfig", { body: { eventId, config }, token: clubs.tokens.admin });
const saveLanding = (fields: object) =>
  app.ask("event/saveLandingConfig", { body: { id: eventId, ...fields }, token: clubs.tokens.admin });

describe("event/saveConfig", () => {
  test("event/saveConfig changes the keys that are sent, also as JSON text, and keeps the others", async () => {
    const before = (await saveConfig({})).payload.config;
    const change = { maxTicketsPerRegistration: 3, saveAllAttendeesDetails: false };
    expect((await saveConfig(change)).payload.config).toEqual({ ...before, ...change });
    const more = (await saveConfig(JSON.stringify({ holdMinutes: 9 }))).payload.config;
    expect(more).toEqual({ ...before, ...change, holdMinutes: 9 });
  });

  test("a saved setting applies to buyers immediately", async () => {
    const ticket = await buildTicket(app.database.db, eventId);
    await saveConfig({ maxTicketsPerRegistration: 1, capacity: 2 });
    const requestOf = (quantity: number) => ({
      body: { eventId, tickets: [{ ticketId: ticket.id, quantity }] },
    });
    const two = await app.ask("registration/initRegistration", requestOf(2));
    expect(fieldsOf(two)).toEqual({ tickets: "must be at most 1 ticket in one registration" });
    await hold(app, eventId, ticket.id);
    await hold(app, eventId, ticket.id);
    expect((await app.ask("registration/initRegistration", requestOf(1))).code).toBe("soldOut");
    expect(await saveConfig({ capacity: 1 })).toMatchObject({
      status: 409,
      code: "inUse",
      payload: { least: 2 },
    });
  });

  test.each<[string, unknown, string]>([
    ["config.holdMinutes", { holdMinutes: 121 }, "must be at most 120"],
    ["config.maxTicketsPerRegistration", { maxTicketsPerRegistration: 0 }, "must be at least 1"],
    ["config.isAllDay", { isAllDay: "yes" }, "must be true or false"],
    ["config.dateFormat", { dateFormat: "%%%" }, expect.stringContaining("MM/DD/YYYY HH:mm")],
    ["config.salesStart", { salesStart: "soon" }, "must be a time such as 2030-05-01T18:00:00Z"],
    ["config", undefined, "is required"],
  ])("event/saveConfig refuses %s: %j", async (path, config, message) => {
    const reply = await saveConfig(config);
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [path]: message }]);
  });

  test("the note for people with a ticket is empty in replies to other visitors", async () => {
    const ticketNote = "Park by the boat house.\nThe code of the gate is 4711.";
    expect((await saveConfig({ ticketNote })).payload.config.ticketNote).toBe(ticketNote);
    const ticket = await buildTicket(app.database.db, eventId, { price: 0 });
    await saveConfig({ capacity: null });
    const noteFor = async (token?: string) => {
      const { payload } = await app.ask("event/getEvent", { query: { eventId }, ...(token && { token }) });
      return payload.config.ticketNote;
    };
    expect(await noteFor()).toBe("");
    expect(await noteFor(clubs.tokens.admin)).toBe(ticketNote);
    const lists = await app.ask("event/getAllActiveEvents", { query: {} });
    expect(JSON.stringify(lists.payload)).not.toContain("4711");
    const held = await hold(app, eventId, ticket.id);
    const { registration, accessKey } = (
      await app.ask("registration/express", {
        body: {
          eventId,
          tickets: [{ ticketId: ticket.id, quantity: 1 }],
          attendees: [{ ticketId: ticket.id, firstName: "Mia", email: "mia@example.org" }],
        },
      })
    ).payload;
    const noteWith = async (query: { registrationId: number; accessKey: string }) =>
      (await app.ask("registration/getRegistration", { query })).payload.event.config.ticketNote;
    expect(await noteWith({ registrationId: registration.id, accessKey })).toBe(ticketNote);
    expect(await noteWith({ registrationId: held.registration.id, accessKey: held.accessKey })).toBe("");
  });

  test("event/saveConfig stores no keys that a config does not have", async () => {
    await saveConfig({ isAdmin: true, customScript: "alert(1)" });
    const { config } = await app.database.db
      .selectFrom("events")
      .select("config")
      .where("id", "=", eventId)
      .executeTakeFirstOrThrow();
    expect(Object.keys(config)).not.toContain("customScript");
    expect(Object.keys(config)).not.toContain("isAdmin");
  });
});

describe("event/saveLandingConfig", () => {
  test("event/saveLandingConfig changes the texts that are sent and clears those that are null", async () => {
    const all = {
      enableLandingPage: false,
      heroTitle: "Come",
      heroSubtitle: "and dance",
      overviewTitle: "The evening",
      overviewDescription: "<p>Music by <strong>the river</strong></p>",
      accentColor: "#ABC",
    };
    expect((await saveLanding(all)).payload.landingConfig).toEqual({ ...all, accentColor: "#abc" });
    const reply = await saveLanding({ heroSubtitle: null, accentColor: null, overviewDescription: null });
    expect(reply.payload.landingConfig).toEqual({
      ...all,
      heroSubtitle: "",
      overviewDescription: "",
      accentColor: null,
    });
  });

  test.each(["red", "#12", "#12345678", "#ggg", "url(x)", "#fff;background:url(//evil)"])(
    "event/saveLandingConfig refuses %j as a colour",
    async (accentColor) => {
      const reply = await saveLanding({ accentColor });
      expect(fieldsOf(reply)).toEqual({ accentColor: "must be a colour such as #c79f5a" });
    },
  );
});
