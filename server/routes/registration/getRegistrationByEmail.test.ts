import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { databaseContents } from "../../testing/contents.ts";
import { openSession } from "../../testing/tokens.ts";
import { buildWorld, type World } from "../../testing/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
});
afterAll(() => app.close());

const ask = (email: string, token?: string) =>
  app.ask("registration/getRegistrationByEmail", {
    query: { email, eventId: world.event.id },
    ...(token === undefined ? {} : { token }),
  });

const askForAll = (email: string, token?: string) =>
  app.ask("registration/getRegistrationByEmail", {
    query: { email },
    ...(token === undefined ? {} : { token }),
  });

const passMinutes = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return spy.mock.calls.map(([statement]) =>
      typeof statement === "string" ? statement : (statement as { text: string }).text,
    );
  } finally {
    spy.mockRestore();
  }
}

async function queuedMailsTo(
  email: string,
  kind: "ticketLinks" | "allTicketLinks" = "ticketLinks",
): Promise<number> {
  const rows = await app.database.db
    .selectFrom("mails")
    .select("id")
    .where("recipient", "ilike", email)
    .where("kind", "=", kind)
    .execute();
  return rows.length;
}

describe("a request by a visitor", () => {
  test("an address with tickets gets the same reply as one without", async () => {
    const [known, unknown] = [await ask("mia@example.org"), await ask("nobody@example.org")];
    expect(known.payload).toEqual({ sent: true });
    expect([known.status, known.msg, known.payload]).toEqual([unknown.status, unknown.msg, unknown.payload]);
    const lengths = [known, unknown].map(({ headers }) => headers["content-length"]);
    expect(lengths[0]).toBe(lengths[1]);
  });

  test("the same queries run for an address with tickets and one without, none of them about tickets", async () => {
    passMinutes(30);
    const known = await statementsOf(() => ask("Mia@Example.org"));
    passMinutes(30);
    const unknown = await statementsOf(() => ask("somebody@example.org"));
    expect(known).toEqual(unknown);
    expect(known.join("\n")).toMatch(/mails/);
    expect(known.join("\n")).not.toMatch(/registrations|attendees|orders/);
  });

  test("one address gets at most three mails about one event in any hour, in upper or lower case", async () => {
    const times: number[] = [];
    let queued = 0;
    for (let minute = 0; minute < 180; minute += 2) {
      await ask(minute % 4 === 0 ? "lost@example.org" : "LOST@example.org");
      const now = await queuedMailsTo("lost@example.org");
      if (now > queued) times.push(minute);
      queued = now;
      passMinutes(2);
    }
    expect(times.length).toBeGreaterThan(3);
    for (const first of times) {
      expect(times.filter((time) => time >= first && time < first + 60).length).toBeLessThanOrEqual(3);
    }
  });

  test("an admin of another club learns no more than a visitor", async () => {
    const token = await openSession(app.database.db, world.users.stranger, app.time.now);
    expect((await ask("mia@example.org", token)).payload).toEqual({ sent: true });
  });

  test("one client may ask five times a minute, and the sixth request is refused and writes nothing", async () => {
    const limited = await testApp({ limited: true });
    try {
      const query = { email: "nobody@example.org", eventId: 1 };
      for (let count = 0; count < 5; count++)
        expect((await limited.ask("registration/getRegistrationByEmail", { query })).status).toBe(200);
      const before = await databaseContents(limited.database.db);
      const sixth = await limited.ask("registration/getRegistrationByEmail", { query });
      expect(sixth).toMatchObject({ status: 429, code: "tooMany" });
      expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
      expect(await databaseContents(limited.database.db)).toEqual(before);
    } finally {
      await limited.close();
    }
  });
});

describe("a request without an event", () => {
  test("without an event, everybody, staff too, gets the same reply for an address with tickets and one without", async () => {
    const replies = [];
    for (const token of [undefined, world.tokens.admin, world.tokens.sudo])
      for (const email of ["mia@example.org", "nobody@example.org"]) {
        passMinutes(30);
        const { status, msg, payload, headers } = await askForAll(email, token);
        replies.push({ status, msg, payload, length: headers["content-length"] });
      }
    expect(replies[0]).toMatchObject({ status: 200, payload: { sent: true } });
    for (const reply of replies) expect(reply).toEqual(replies[0]);
  });

  test("without an event too, the same queries run for an address with tickets and one without", async () => {
    passMinutes(30);
    const known = await statementsOf(() => askForAll("Mia@example.org"));
    passMinutes(30);
    const unknown = await statementsOf(() => askForAll("somebody.else@example.org"));
    expect(known).toEqual(unknown);
    expect(known.join("\n")).toMatch(/mails/);
    expect(known.join("\n")).not.toMatch(/registrations|attendees|orders/);
  });

  test("one address gets one mail about all events in half an hour, and none about single events", async () => {
    passMinutes(60);
    for (const email of ["two@example.org", "TWO@example.org", "two@example.org"])
      expect((await askForAll(email)).status).toBe(200);
    expect(await queuedMailsTo("two@example.org", "allTicketLinks")).toBe(1);
    expect(await queuedMailsTo("two@example.org")).toBe(0);
    passMinutes(30);
    await askForAll("two@example.org");
    expect(await queuedMailsTo("two@example.org", "allTicketLinks")).toBe(2);
  });

  test("requests with and without an event count together towards the five requests of a client in a minute", async () => {
    const limited = await testApp({ limited: true });
    try {
      const statuses = [];
      for (const query of [{}, { eventId: 1 }, {}, { eventId: 2 }, {}, {}])
        statuses.push(
          (
            await limited.ask("registration/getRegistrationByEmail", {
              query: { email: "nobody@example.org", ...query },
            })
          ).status,
        );
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe("a request by the club's own staff", () => {
  test("staff get the registration by the buyer's address, in upper or lower case", async () => {
    for (const token of [world.tokens.admin, world.tokens.sudo]) {
      const reply = await ask("MIA@example.org", token);
      expect(reply.payload).toMatchObject({
        registration: { registrationId: world.active.registrationId, state: "active" },
        attendees: [{ email: "mia@example.org" }],
      });
    }
  });

  test("staff get notFound for an address without a registration", async () => {
    expect(await ask("nobody@example.org", world.tokens.admin)).toMatchObject({
      status: 404,
      code: "notFound",
    });
  });
});
