import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import { ask, type TestApp, testApp } from "../../server/testing/app.ts";
import { buildUser } from "../../server/testing/builders.ts";
import { samplesOf } from "../../server/testing/samples.ts";
import { anotherNode } from "../../server/testing/stripeApp.ts";
import { openSession } from "../../server/testing/tokens.ts";
import { buildWorld, type World } from "../../server/testing/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
});
afterAll(() => app.close());

describe("a token", () => {
  const me = (token: string) => app.ask("auth/me", { token });

  test("a token is accepted with and without the word Bearer", async () => {
    expect((await me(world.tokens.admin)).payload.currentUser.id).toBe(world.users.admin);
    expect((await me(`Bearer ${world.tokens.admin}`)).payload.currentUser.id).toBe(world.users.admin);
  });

  test.each(["unused for 8 days", "31 days old", "revoked"] as const)(
    "a token that is %s is answered with 440, also when it is sent again to another node",
    async (state) => {
      const token = await openSession(app.database.db, world.users.admin, app.time.now, state);
      expect(await me(token)).toMatchObject({ status: 440, code: "tokenExpired" });
      // Another node has not cached the session.
      expect(await ask(await anotherNode(app), "auth/me", { token })).toMatchObject({ status: 440 });
    },
  );

  test.each(["", "A".repeat(43), "A".repeat(5000), "null", "' or 1=1 --"])(
    "a token that never existed (%#) is answered with 401",
    async (token) => {
      expect(await me(token)).toMatchObject({ status: 401, code: "notSignedIn" });
    },
  );

  test("the token of a deleted account is answered with 440", async () => {
    const { db } = app.database;
    const ended = await buildUser(db, ADMIN, world.clubId);
    const token = await openSession(db, ended.id, app.time.now);
    await db.deleteFrom("app_users").where("id", "=", ended.id).execute();
    expect(await me(token)).toMatchObject({ status: 440, code: "tokenExpired" });
  });

  test("signing out ends a token immediately on this node, and on other nodes when they are notified", async () => {
    const token = await openSession(app.database.db, world.users.admin, app.time.now);
    const other = await anotherNode(app);
    expect((await ask(other, "auth/me", { token })).status).toBe(200);
    expect((await app.ask("auth/signout", { token })).status).toBe(200);
    expect(await me(token)).toMatchObject({ status: 440 });
    // The listener does the same on a NOTIFY (server/main.ts).
    other.services.sessions.forget(createHash("sha256").update(token).digest("hex"));
    expect((await ask(other, "auth/me", { token })).status).toBe(440);
  });

  test("the token of a super user who became a club's admin opens only what an admin may see", async () => {
    const { db } = app.database;
    const demoted = await buildUser(db, SUDO, null);
    const token = await openSession(db, demoted.id, app.time.now);
    const accounts = () => app.ask("appUser/getAppUsers", { query: { clubId: world.clubId }, token });
    expect((await accounts()).status).toBe(200);
    await db
      .updateTable("app_users")
      .set({ role: ADMIN, club_id: world.clubId })
      .where("id", "=", demoted.id)
      .execute();
    // A node caches a known token for a second.
    await expect.poll(async () => (await accounts()).status).toBe(403);
    expect((await me(token)).payload.currentUser).toMatchObject({ role: ADMIN, clubId: world.clubId });
  });
});

describe("signing in", () => {
  test("a sign-in returns a token, of which only the hash is stored", async () => {
    const reply = await app.ask("auth/signin", samplesOf(world)["auth/signin"]);
    const token = String(reply.headers.authorization);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(reply.payload).toEqual({
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

  test("an unknown address and a wrong password get the same answer", async () => {
    const password = "wrong horse 1";
    const wrong = await app.ask("auth/signin", { body: { email: world.adminEmail, password } });
    const unknown = await app.ask("auth/signin", { body: { email: "nobody@example.org", password } });
    expect([wrong.status, wrong.code, wrong.msg]).toEqual([unknown.status, unknown.code, unknown.msg]);
    expect(wrong).toMatchObject({ status: 401, code: "badCredentials" });
  });
});
