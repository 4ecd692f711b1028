/**
 * Who may call what: every call of the contract by everybody there is. A call without its line does not compile, and
 * one that answers otherwise than its line fails.
 */
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../contract/all.ts";
import type { Call, Code } from "../contract/endpoint.ts";
import { ADMIN } from "../contract/rules/roles.ts";
import { ask, type Sent, type TestApp, testApp } from "../server/testing/app.ts";
import { buildUser } from "../server/testing/builders.ts";
import { contentsOf } from "../server/testing/contents.ts";
import { anotherNode } from "../server/testing/stripeApp.ts";
import { openSession, type SessionFate } from "../server/testing/tokens.ts";
import { buildWorld, samplesOf, tokensOf, type World } from "../server/testing/world.ts";

type Who = "visitor" | "own admin" | "other club's admin" | "sudo" | "expired token" | "revoked token";
type Verdict = "ok" | Code;
const everybodyThereIs = [
  "visitor",
  "own admin",
  "other club's admin",
  "sudo",
  "expired token",
  "revoked token",
] as const satisfies Who[];

const row = (...verdicts: Verdict[]) =>
  Object.fromEntries(everybodyThereIs.map((who, index) => [who, verdicts[index]!])) as Record<Who, Verdict>;
/** Public calls ignore a bad token (wire.md §1). */
const everybody = row("ok", "ok", "ok", "ok", "ok", "ok");
const signedIn = row("notSignedIn", "ok", "ok", "ok", "tokenExpired", "tokenExpired");
/** Not there and not yours are one answer. */
const staff = row("notSignedIn", "ok", "notFound", "ok", "tokenExpired", "tokenExpired");

/** For the super user alone, whatever it is about. */
const sudoOnly = row("notSignedIn", "wrongRole", "wrongRole", "ok", "tokenExpired", "tokenExpired");

/** What the first of them deletes is not there for the second. */
const onceByStaff = row("notSignedIn", "ok", "notFound", "notFound", "tokenExpired", "tokenExpired");

const verdicts: Record<CallName, Record<Who, Verdict>> = {
  "appUser/deleteAppUser": sudoOnly,
  "appUser/getAppUsers": sudoOnly,
  "appUser/requireSecondFactor": sudoOnly,
  "appUser/save": sudoOnly,
  "auth/me": signedIn,
  "auth/getProfile": signedIn,
  "auth/saveProfile": signedIn,
  "auth/signin": everybody,
  "auth/signout": signedIn,
  "auth/register": everybody,
  "auth/forgotPassword": everybody,
  // A link opens once.
  "auth/resetPassword": row("ok", "notFound", "notFound", "notFound", "notFound", "notFound"),
  "auth/beginSecondFactor": signedIn,
  "auth/confirmSecondFactor": signedIn,
  "auth/newRecoveryCodes": signedIn,
  "auth/removeSecondFactor": signedIn,
  // One's own alone: not even sudo ends somebody else's.
  "auth/endSession": row("notSignedIn", "ok", "notFound", "notFound", "tokenExpired", "tokenExpired"),
  "auth/changePassword": signedIn,
  "auth/signoutEverywhere": signedIn,
  "checkin/getStatistics": staff,
  "checkin/getStatisticsSeries": staff,
  "club/getAllClubs": everybody,
  "club/getClub": everybody,
  "club/removeClub": sudoOnly,
  "club/save": staff,
  "event/checkSlug": staff,
  "event/copy": staff,
  "event/getEventCards": staff,
  "event/getRemoval": staff,
  "event/removeEvent": onceByStaff,
  "event/removeExtras": onceByStaff,
  "event/save": staff,
  "event/saveConfig": staff,
  "event/saveExtras": staff,
  "event/saveLandingConfig": staff,
  "form/save": staff,
  "sponsorship/getSponsorshipById": staff,
  "sponsorship/getSponsorshipsByEventId": staff,
  "sponsorship/getSponsorshipsByRegistrationId": staff,
  "sponsorship/getTotals": staff,
  "sponsorship-package/deletePackage": onceByStaff,
  "sponsorship-package/getPackageById": staff,
  "sponsorship-package/save": staff,
  "sponsorship-package/updateStatus": staff,
  "ticket/removeTicket": onceByStaff,
  "ticket/reorder": staff,
  "ticket/save": staff,
  "event/getAllActiveEvents": everybody,
  "event/getAllEvents": everybody,
  "event/getEvent": everybody,
  "event/getEventByEventIdnClubId": everybody,
  "event/getEventBySlug": everybody,
  "event/getExtras": staff,
  "event/getFirstEvent": everybody,
  "event/getStock": staff,
  "extras/getExtrasByEventId": everybody,
  "extras/getExtrasByIds": everybody,
  "form/getFormQuestions": everybody,
  "health/live": everybody,
  "health/ready": everybody,
  info: everybody,
  "order/createOrder": everybody,
  "order/getOrderById": staff,
  "order/getOrderWithItems": staff,
  "order/getOrdersByEventId": staff,
  "registration/bulkImportAttendee": staff,
  "registration/deleteAttendee": onceByStaff,
  "registration/express": everybody,
  "registration/getAttendees": staff,
  "registration/getImportProgress": staff,
  "registration/getRegistration": everybody,
  "registration/getRegistrationByEmail": everybody,
  "registration/getRegistrationById": staff,
  "registration/initRegistration": everybody,
  "registration/releaseHold": everybody,
  "registration/removeRegistration": onceByStaff,
  "registration/save": everybody,
  "registration/sendTicketByAttendeeId": staff,
  "registration/sendTickets": staff,
  "registration/updateAttendee": staff,
  "registration/updateStatus": staff,
  "sponsorship-package/getPackagesByEventId": everybody,
  "stripe/create-payment-intent": everybody,
  "stripe/get-registration-from-payment": everybody,
  "stripe/confirm-payment": everybody,
  "ticket/getTicketById": everybody,
  "ticket/getTicketsByEventId": everybody,
};

let app: TestApp;
let world: World;
let samples: Record<CallName, Sent>;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = samplesOf(world);
});
afterAll(() => app.close());

/** A token of somebody, a new one each time: one of the calls ends it. */
async function tokenOf(who: Who): Promise<string | undefined> {
  const { admin, stranger, sudo } = world.users;
  const open = (userId: number, fate?: SessionFate) =>
    openSession(app.database.db, userId, app.time.now, fate);
  switch (who) {
    case "visitor":
      return undefined;
    case "own admin":
      return open(admin);
    case "other club's admin":
      return open(stranger);
    case "sudo":
      return open(sudo);
    case "expired token":
      return open(admin, "unused for 8 days");
    case "revoked token":
      return open(admin, "revoked");
  }
}

async function verdictFor(name: CallName, who: Who, sent: Sent): Promise<Verdict> {
  const token = await tokenOf(who);
  const told = await app.ask(name, token === undefined ? sent : { ...sent, token });
  return told.status === 200 ? "ok" : told.code!;
}

describe.each(Object.keys(verdicts) as CallName[])("%s", (name) => {
  // Some calls end all sessions of who asks.
  afterAll(async () => {
    world.tokens = await tokensOf(app, world.users);
  });

  test.each(everybodyThereIs)("for %s", async (who) => {
    expect(await verdictFor(name, who, samples[name])).toBe(verdicts[name][who]);
  });
});

describe("a call that is offered by two methods", () => {
  const both = (Object.keys(verdicts) as CallName[]).filter(
    (name) => (calls[name] as Call).alsoBy !== undefined,
  );

  test.each(both)("is refused alike by both: %s", async (name) => {
    const { query = {} } = samples[name];
    for (const who of everybodyThereIs.filter((one) => verdicts[name][one] !== "ok")) {
      const token = await tokenOf(who);
      const told = await app.http.inject({
        method: (calls[name] as Call).alsoBy!,
        url: `/api/${name}`,
        payload: query,
        headers: token === undefined ? {} : { authorization: token },
      });
      expect(told.json().code, who).toBe(verdicts[name][who]);
    }
  });

  test.each(both)(
    "reads its parameters from the body by the other, and names what is missing: %s",
    async (name) => {
      const isOfSudo = (calls[name] as Call).access === "sudo";
      const headers = { authorization: isOfSudo ? world.tokens.sudo : world.tokens.admin };
      const method = (calls[name] as Call).alsoBy!;
      const inAddress = new URLSearchParams(
        Object.entries(samples[name].query ?? {}).map(([k, v]) => [k, String(v)]),
      );
      const told = await app.http.inject({ method, url: `/api/${name}?${inAddress}`, payload: {}, headers });
      expect([told.statusCode, told.json().code]).toEqual([400, "invalidInput"]);
    },
  );

  test("is not done by looking whether it is there", async () => {
    for (const name of Object.keys(verdicts) as CallName[]) {
      if ((calls[name] as Call).kind === "read") continue;
      const told = await app.http.inject({ method: "HEAD", url: `/api/${name}` });
      expect(told.statusCode, name).toBe(404);
    }
  });
});

test("a call's line agrees with the access it declares", () => {
  for (const [name, line] of Object.entries(verdicts) as [CallName, Record<Who, Verdict>][]) {
    const { access }: Call = calls[name];
    const asDeclared = access === "public" ? "ok" : "notSignedIn";
    expect(line.visitor, name).toBe(asDeclared);
  }
});

describe("a token", () => {
  const me = (token: string) => app.ask("auth/me", { token });

  test("is accepted with and without the word Bearer", async () => {
    expect((await me(world.tokens.admin)).payload.currentUser.id).toBe(world.users.admin);
    expect((await me(`Bearer ${world.tokens.admin}`)).payload.currentUser.id).toBe(world.users.admin);
  });

  test.each(["unused for 8 days", "31 days old", "revoked"] as const)(
    "that is %s answers 440",
    async (fate) => {
      const token = await openSession(app.database.db, world.users.admin, app.time.now, fate);
      expect(await me(token)).toMatchObject({ status: 440, code: "tokenExpired" });
    },
  );

  test.each(["", "A".repeat(43), "A".repeat(5000), "null", "' or 1=1 --"])(
    "that never was (%#) answers 401",
    async (token) => {
      expect(await me(token)).toMatchObject({ status: 401, code: "notSignedIn" });
    },
  );

  test("of somebody whose account is gone answers 440", async () => {
    const { db } = app.database;
    const gone = await buildUser(db, ADMIN, world.clubId);
    const token = await openSession(db, gone.id, app.time.now);
    await db.deleteFrom("app_users").where("id", "=", gone.id).execute();
    expect(await me(token)).toMatchObject({ status: 440, code: "tokenExpired" });
  });

  test("is ended by signing out, at once on this node and with the next look on any other", async () => {
    const token = await openSession(app.database.db, world.users.admin, app.time.now);
    const other = await anotherNode(app);
    expect((await ask(other, "auth/me", { token })).status).toBe(200);
    expect((await app.ask("auth/signout", { token })).status).toBe(200);
    expect(await me(token)).toMatchObject({ status: 440 });
    // As the listener does when NOTIFY comes (server/main.ts).
    other.house.sessions.forget(createHash("sha256").update(token).digest("hex"));
    expect((await ask(other, "auth/me", { token })).status).toBe(440);
    await other.close();
  });
});

describe("signing in", () => {
  test("gives a token that is kept nowhere but as its hash", async () => {
    const told = await app.ask("auth/signin", samples["auth/signin"]);
    const token = String(told.headers.authorization);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(told.payload).toEqual({
      device: expect.any(String),
      currentUser: {
        id: world.users.admin,
        email: world.adminEmail,
        fullName: "Mia Keller",
        role: 20,
        clubId: world.clubId,
        clubName: "Harbour Rowers",
      },
    });
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from sessions where to_jsonb(sessions)::text like ${`%${token}%`}`.execute(
      app.database.db,
    );
    expect(rows[0]?.found).toBe(0);
  });

  test("answers alike to an unknown address and to a wrong password", async () => {
    const password = "wrong horse 1";
    const wrong = await app.ask("auth/signin", { body: { email: world.adminEmail, password } });
    const unknown = await app.ask("auth/signin", { body: { email: "nobody@example.org", password } });
    expect([wrong.status, wrong.code, wrong.msg]).toEqual([unknown.status, unknown.code, unknown.msg]);
    expect(wrong).toMatchObject({ status: 401, code: "badCredentials" });
  });
});

/** Something that is there and not for the one who asks, and the same request for something that is not there. */
interface Pair {
  what: string;
  name: CallName;
  hidden: () => Sent;
  missing: () => Sent;
}

const nowhere = 987_654;
const noKey = "A".repeat(22);
/** The same proof of nobody's, with an id that is there and one that is not. */
const withProof = (hidden: object, missing: object) => ({
  hidden: () => ({ query: { ...hidden, accessKey: noKey }, body: { ...hidden, accessKey: noKey } }),
  missing: () => ({ query: { ...missing, accessKey: noKey }, body: { ...missing, accessKey: noKey } }),
});

describe("not there and not yours are one answer:", () => {
  const pairs = (): Pair[] => {
    const { draft, event, pending, active, held, tokens } = world;
    const ofEvent = (eventId: number): Sent => ({ query: { eventId } });
    const attendees = [{ ticketId: world.ticketId, firstName: "Eve", email: "eve@example.org" }];
    const registration = withProof({ registrationId: active.registrationId }, { registrationId: nowhere });
    const naming = withProof(
      { registrationId: held.registrationId, attendees },
      { registrationId: nowhere, attendees },
    );
    const order = withProof({ orderId: pending.order.id }, { orderId: nowhere });
    const payment = withProof(
      { paymentIntentId: pending.paymentIntentId },
      { paymentIntentId: "pi_nowhere" },
    );
    const drafts = (name: CallName): Pair => ({
      what: "a draft event",
      name,
      hidden: () => ofEvent(draft.id),
      missing: () => ofEvent(nowhere),
    });
    const wish = (eventId: number, ticketId: number): Sent => ({
      body: {
        eventId,
        tickets: [{ ticketId, quantity: 1 }],
        // Wrong for the draft's questions: what is not to be seen must not be checked.
        attendees: [{ ticketId: nowhere, firstName: "Eve" }],
      },
    });
    const byToken = (name: CallName, hidden: Record<string, number | string>): Pair => ({
      what: "another club's",
      name,
      hidden: () => ({ query: hidden, token: tokens.stranger }),
      missing: () => ({
        query: Object.fromEntries(
          Object.entries(hidden).map(([key, value]) => [key, typeof value === "number" ? nowhere : value]),
        ),
        token: tokens.stranger,
      }),
    });
    const inBody = (name: CallName, hidden: Record<string, number>, more: object = {}): Pair => {
      const ofNothing = Object.fromEntries(Object.keys(hidden).map((key) => [key, nowhere]));
      return {
        what: "another club's",
        name,
        hidden: () => ({ body: { ...hidden, ...more }, token: tokens.stranger }),
        missing: () => ({ body: { ...ofNothing, ...more }, token: tokens.stranger }),
      };
    };
    const ofNested = (name: CallName, part: string, hidden: Record<string, number>, more: object): Pair => {
      const ofNothing = Object.fromEntries(Object.keys(hidden).map((key) => [key, nowhere]));
      return {
        what: "another club's",
        name,
        hidden: () => ({ body: { [part]: { ...hidden, ...more } }, token: tokens.stranger }),
        missing: () => ({ body: { [part]: { ...ofNothing, ...more } }, token: tokens.stranger }),
      };
    };
    return [
      drafts("event/getEvent"),
      drafts("extras/getExtrasByEventId"),
      drafts("form/getFormQuestions"),
      drafts("sponsorship-package/getPackagesByEventId"),
      drafts("ticket/getTicketsByEventId"),
      {
        what: "a draft event by its address",
        name: "event/getEventBySlug",
        hidden: () => ({ query: { slug: draft.slug } }),
        missing: () => ({ query: { slug: "nowhere" } }),
      },
      {
        what: "a draft event of its club",
        name: "event/getEventByEventIdnClubId",
        hidden: () => ({ query: { eventId: draft.id, clubId: world.clubId } }),
        missing: () => ({ query: { eventId: nowhere, clubId: world.clubId } }),
      },
      {
        what: "an event of another club than named",
        name: "event/getEventByEventIdnClubId",
        hidden: () => ({ query: { eventId: event.id, clubId: nowhere } }),
        missing: () => ({ query: { eventId: nowhere, clubId: nowhere } }),
      },
      {
        what: "a draft event's ticket",
        name: "ticket/getTicketById",
        hidden: () => ({ query: { ticketId: world.draftTicketId } }),
        missing: () => ({ query: { ticketId: nowhere } }),
      },
      {
        what: "a ticket that is not on sale",
        name: "ticket/getTicketById",
        hidden: () => ({ query: { ticketId: world.inactiveTicketId } }),
        missing: () => ({ query: { ticketId: nowhere } }),
      },
      {
        what: "a draft event's extras",
        name: "extras/getExtrasByIds",
        hidden: () => ({ query: { extrasIds: `[${world.draftExtrasId}]` } }),
        missing: () => ({ query: { extrasIds: `[${nowhere}]` } }),
      },
      {
        what: "a draft event's places",
        name: "registration/initRegistration",
        hidden: () => wish(draft.id, world.draftTicketId),
        missing: () => wish(nowhere, world.draftTicketId),
      },
      {
        what: "a draft event's places",
        name: "registration/express",
        hidden: () => wish(draft.id, world.draftTicketId),
        missing: () => wish(nowhere, world.draftTicketId),
      },
      { what: "somebody's registration", name: "registration/getRegistration", ...registration },
      {
        what: "somebody's registration, without a proof",
        name: "registration/getRegistration",
        hidden: () => ({ query: { registrationId: active.registrationId } }),
        missing: () => ({ query: { registrationId: nowhere } }),
      },
      {
        what: "somebody's registration, with another's code",
        name: "registration/getRegistration",
        hidden: () => ({ query: { registrationId: active.registrationId, qrUuid: randomUUID() } }),
        missing: () => ({ query: { registrationId: nowhere, qrUuid: randomUUID() } }),
      },
      { what: "somebody's hold", name: "registration/save", ...naming },
      { what: "somebody's hold", name: "registration/releaseHold", ...registration },
      { what: "somebody's registration", name: "order/createOrder", ...registration },
      { what: "somebody's order", name: "stripe/create-payment-intent", ...order },
      { what: "somebody's payment", name: "stripe/confirm-payment", ...payment },
      { what: "somebody's payment", name: "stripe/get-registration-from-payment", ...payment },
      byToken("checkin/getStatistics", { eventId: event.id, date: "2026-06-01" }),
      byToken("checkin/getStatisticsSeries", { eventId: event.id, date: "2026-06-01" }),
      {
        what: "somebody's session",
        name: "auth/endSession",
        hidden: () => ({ body: { sessionId: world.accounts.sessionId }, token: tokens.stranger }),
        missing: () => ({ body: { sessionId: nowhere }, token: tokens.stranger }),
      },
      {
        what: "another club",
        name: "club/save",
        hidden: () => ({ body: { id: world.clubId, name: "Ours now" }, token: tokens.stranger }),
        missing: () => ({ body: { id: nowhere, name: "Ours now" }, token: tokens.stranger }),
      },
      byToken("event/getStock", { eventId: event.id }),
      byToken("event/checkSlug", { eventId: event.id }),
      byToken("event/getEventCards", { clubId: world.clubId }),
      byToken("event/getRemoval", { eventId: event.id }),
      byToken("event/removeEvent", { eventId: event.id }),
      byToken("event/removeExtras", { extrasId: world.extrasId, eventId: event.id }),
      byToken("sponsorship/getSponsorshipById", { sponsorshipId: world.sponsorshipId }),
      byToken("sponsorship/getSponsorshipsByEventId", { eventId: event.id }),
      byToken("sponsorship/getSponsorshipsByRegistrationId", { registrationId: active.registrationId }),
      byToken("sponsorship/getTotals", { eventId: event.id }),
      byToken("sponsorship-package/getPackageById", { packageId: world.packageId }),
      inBody("event/copy", { eventId: event.id }, { startDatetime: "2031-05-01T18:00:00Z" }),
      inBody("event/save", { id: event.id }, { name: "Ours now", slug: draft.slug }),
      inBody("event/saveConfig", { eventId: event.id }, { config: { holdMinutes: 1 } }),
      inBody("event/saveLandingConfig", { id: event.id }, { heroTitle: "Ours now" }),
      inBody("sponsorship-package/deletePackage", { packageId: world.packageId }),
      inBody("sponsorship-package/save", { id: world.packageId }, { name: "Ours now" }),
      inBody("sponsorship-package/save", { eventId: event.id }, { name: "Tin", price: 1 }),
      inBody("sponsorship-package/updateStatus", { packageId: world.packageId }, { isActive: false }),
      inBody("ticket/removeTicket", { ticketId: world.ticketId }),
      inBody("ticket/reorder", { eventId: event.id }, { ticketIds: [] }),
      inBody("ticket/save", { id: world.ticketId }, { price: 0 }),
      inBody("ticket/save", { eventId: event.id }, { title: "Ours", price: 0, maxStock: 1 }),
      ofNested("event/saveExtras", "newExtras", { id: world.extrasId }, { price: 0 }),
      ofNested("event/saveExtras", "newExtras", { eventId: event.id }, { name: "Ours", price: 0 }),
      ofNested("form/save", "payload", { eventId: event.id }, { formQuestions: [] }),
      byToken("event/getExtras", { eventId: event.id }),
      byToken("order/getOrdersByEventId", { eventId: event.id }),
      byToken("order/getOrderById", { orderId: pending.order.id }),
      byToken("order/getOrderWithItems", { orderId: pending.order.id }),
      byToken("registration/getRegistrationById", { registrationId: active.registrationId }),
      byToken("registration/getAttendees", { eventId: event.id }),
      byToken("registration/getImportProgress", { eventId: event.id, key: 1 }),
      byToken("registration/deleteAttendee", { attendeeId: world.attendeeId, eventId: event.id }),
      byToken("registration/sendTicketByAttendeeId", { attendeeId: world.attendeeId, eventId: event.id }),
      byToken("registration/removeRegistration", {
        registrationId: active.registrationId,
        eventId: event.id,
      }),
      inBody("registration/updateAttendee", { attendeeId: world.attendeeId, eventId: event.id }),
      inBody("registration/updateStatus", { id: active.registrationId }, { status: false }),
      inBody("registration/sendTickets", { eventId: event.id }),
      inBody("registration/bulkImportAttendee", { eventId: event.id }, { rows: [["name", "email"]] }),
      {
        what: "whether an address has tickets",
        name: "registration/getRegistrationByEmail",
        hidden: () => ({ query: { email: "mia@example.org", eventId: event.id } }),
        missing: () => ({ query: { email: "nobody@example.org", eventId: nowhere } }),
      },
    ];
  };

  test("for everything that has an owner or may be a draft", async () => {
    const before = await contentsOf(app.database.db);
    for (const { what, name, hidden, missing } of pairs()) {
      const [one, other] = [await app.ask(name, hidden()), await app.ask(name, missing())];
      const reply = ({ status, code, msg, payload }: typeof one) => ({ status, code, msg, payload });
      expect(reply(one), `${name}: ${what}`).toEqual(reply(other));
      const isSilent = name === "extras/getExtrasByIds" || name === "registration/getRegistrationByEmail";
      expect(one.status, `${name}: ${what}`).toBe(isSilent ? 200 : 404);
    }
    const after = await contentsOf(app.database.db);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    // The mail that is owed whether there is anything to tell or not.
    expect(changed).toEqual(["graphile_worker._private_jobs", "public.mails"]);
  });

  test("and every call that takes an id of such a thing is among them", () => {
    const covered = new Set(pairs().map(({ name }) => name));
    // Nothing is hidden from sudo, and what is for sudo alone is hidden from everybody alike.
    const known: CallName[] = ["club/getClub", "event/getAllEvents", "event/getAllActiveEvents"];
    const takesIds = (Object.keys(calls) as CallName[]).filter((name) => {
      const { access, query, body }: Call = calls[name];
      if (access === "sudo") return false;
      const fields = [query, body].flatMap((schema) =>
        Object.keys((schema as { shape?: object })?.shape ?? {}),
      );
      return fields.some((field) => /(Ids?|slug)$/.test(field));
    });
    expect(takesIds.filter((name) => !covered.has(name) && !known.includes(name))).toEqual([]);
  });
});

describe("a guest's own code", () => {
  test("shows that guest's ticket, and neither the others nor what was paid", async () => {
    const { registrationId, accessKey } = world.active;
    const whole = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    const { qrUuid, attendeeId } = whole.payload.attendees[0]!;
    const told = await app.ask("registration/getRegistration", { query: { registrationId, qrUuid } });
    expect(told.payload).toMatchObject({ order: null, quote: null, registration: { email: null } });
    expect(told.payload.attendees.map((attendee) => attendee.attendeeId)).toEqual([attendeeId]);
  });

  test("changes nothing", async () => {
    const { registrationId, accessKey } = world.active;
    const whole = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    const { qrUuid } = whole.payload.attendees[0]!;
    const told = await app.ask("registration/releaseHold", { body: { registrationId, accessKey: qrUuid } });
    expect(told).toMatchObject({ status: 404, code: "notFound" });
  });
});

test("no registration of one buyer opens with the access key of another", async () => {
  const { pending, active } = world;
  const crossed = { registrationId: pending.registrationId, accessKey: active.accessKey };
  for (const name of ["registration/save", "order/createOrder", "registration/releaseHold"] as const) {
    const attendees = [{ ticketId: world.ticketId, firstName: "Eve", email: "eve@example.org" }];
    expect(await app.ask(name, { body: { ...crossed, attendees } }), name).toMatchObject({ status: 404 });
  }
  const paid = { paymentIntentId: pending.paymentIntentId, accessKey: active.accessKey };
  expect((await app.ask("stripe/confirm-payment", { body: paid })).status).toBe(404);
  expect((await app.ask("stripe/get-registration-from-payment", { query: paid })).status).toBe(404);
});
