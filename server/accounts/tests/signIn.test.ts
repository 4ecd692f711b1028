import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { factorCodeAt, factorSecret } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser, testPassword } from "../../testing/builders.ts";
import { hangTimeoutMs } from "../../testing/patience.ts";
import { accountOf, laneOf } from "../backOff.ts";
import { countOrRefuseAttempt } from "../pace.ts";
import { changePassword } from "../passwords/ownPassword.ts";
import { hashing } from "../passwords/passwords.ts";
import { lockUser, updateUser, userById } from "../rows.ts";
import { sessionsNotEnded } from "../sessionRows.ts";
import { signIn as signInUser } from "../signIn.ts";

const verifications = vi.spyOn(hashing, "ask");

let app: TestApp;
let email: string;
let userId: number;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom("signin_lanes").execute();
  const user = await buildUser(db, ADMIN, (await buildClub(db)).id);
  ({ email, id: userId } = user);
  verifications.mockClear();
});
afterAll(async () => {
  verifications.mockRestore();
  await app.close();
});

async function signIn(body: object, address = "10.0.0.1") {
  const reply = await app.http.inject({
    method: "POST",
    url: "/api/auth/signin",
    payload: { email, password: testPassword, ...body },
    remoteAddress: address,
  });
  return { status: reply.statusCode, headers: reply.headers, ...reply.json() };
}
const wrong = { password: "wrong horse 1" };
const advance = (seconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + seconds * 1000);
};
async function attack(addresses: number) {
  for (let n = 0; n < addresses; n++) await signIn(wrong, `10.9.${n >> 8}.${n & 255}`);
}

describe("a password that is changed during a sign-in with the former one", () => {
  const attempt = () => ({
    email,
    password: testPassword,
    code: null,
    device: null,
    client: "",
    userAgent: "",
  });
  const changeTo = (password: string) =>
    changePassword(app.services, {
      userId,
      session: "",
      password: testPassword,
      newPassword: password,
      userAgent: "",
    });
  const sessionCount = async () => (await sessionsNotEnded(app.database.db, userId)).length;

  test("the sign-in is refused, so that only the session of the change is open", async () => {
    const changeAndLock: typeof lockUser = async (tx, id) => {
      await changeTo("another horse 2");
      return lockUser(tx, id);
    };
    await expect(signInUser(app.services, attempt(), changeAndLock)).rejects.toMatchObject({
      code: "badCredentials",
    });
    expect(await sessionCount()).toBe(1);
  });

  test("a sign-in with an address that was changed meanwhile is refused, and opens no session", async () => {
    const changeAndLock: typeof lockUser = async (tx, id) => {
      await updateUser(app.database.db, id, { email: `new-${email}` });
      return lockUser(tx, id);
    };
    await expect(signInUser(app.services, attempt(), changeAndLock)).rejects.toMatchObject({
      code: "badCredentials",
    });
    expect(await sessionCount()).toBe(0);
  });

  test("a change waits for a sign-in that has locked the user, and ends its session", async () => {
    let change: Promise<string> | undefined;
    const lockAndChange: typeof lockUser = async (tx, id) => {
      const user = await lockUser(tx, id);
      change = changeTo("another horse 2");
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.db);
        expect(rows).toHaveLength(1);
      }, hangTimeoutMs);
      return user;
    };
    await signInUser(app.services, attempt(), lockAndChange);
    await change;
    expect(await sessionCount()).toBe(1);
  });

  test("control: without the lock, the sign-in with the former password leaves a session open", async () => {
    const changeOnly: typeof lockUser = async (_tx, id) => {
      const user = await userById(app.database.db, id);
      await changeTo("another horse 2");
      return user;
    };
    await signInUser(app.services, attempt(), changeOnly);
    expect(await sessionCount()).toBe(2);
  });
});

describe("an unknown e-mail address and a wrong password", () => {
  test("an unknown e-mail address and a wrong password get the same reply, word for word, after checking a hash of the same cost", async () => {
    const bad = await signIn(wrong);
    const callsOfWrong = verifications.mock.calls.length;
    const unknown = await signIn({ email: "nobody@example.org", ...wrong });
    const reply = ({ status, code, msg, payload }: typeof bad) => ({ status, code, msg, payload });
    expect(reply(bad)).toEqual(reply(unknown));
    expect(bad).toMatchObject({ status: 401, code: "badCredentials" });
    // Both verify a hash of the same cost, which takes most of the time.
    expect([callsOfWrong, verifications.mock.calls.length]).toEqual([1, 2]);
    const costs = verifications.mock.calls.map(
      ([{ stored }]) => /\$m=\d+,t=\d+,p=\d+\$/.exec(String(stored))?.[0],
    );
    expect(costs[0]).toBe("$m=19456,t=2,p=1$");
    expect(costs[1]).toBe(costs[0]);
  });

  test("an unknown e-mail address and a wrong password are slowed down alike", async () => {
    const statusesOf = async (who: string, address: string) => {
      const statuses = [];
      for (let n = 0; n < 8; n++) statuses.push((await signIn({ email: who, ...wrong }, address)).status);
      return statuses;
    };
    const known = await statusesOf(email, "10.0.0.2");
    expect(known).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(await statusesOf("nobody@example.org", "10.0.0.3")).toEqual(known);
  });
});

describe("guessing", () => {
  test("after five wrong passwords, even the right one is not checked, and the reply is 429 with the seconds to wait", async () => {
    for (let n = 0; n < 5; n++) await signIn(wrong);
    verifications.mockClear();
    const reply = await signIn({});
    expect(reply).toMatchObject({ status: 429, code: "tooMany" });
    expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(verifications).not.toHaveBeenCalled();
    advance(2);
    expect((await signIn({})).status).toBe(200);
  });

  test("after any number of failures the wait is 15 minutes", async () => {
    const lane = laneOf(accountOf(email), { client: "10.0.0.7" });
    await countOrRefuseAttempt(app.database.db, lane, app.time.now);
    await app.database.db.updateTable("signin_lanes").set({ failures: 40 }).execute();
    await countOrRefuseAttempt(app.database.db, lane, app.time.now);
    await expect(countOrRefuseAttempt(app.database.db, lane, app.time.now)).rejects.toMatchObject({
      payload: { retryAfterSeconds: 900 },
    });
  });

  test("concurrent guesses get no more attempts than consecutive ones", async () => {
    const lane = laneOf(accountOf(email), { client: "10.0.0.7" });
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => countOrRefuseAttempt(app.database.db, lane, app.time.now)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  test("20 guesses in 20 seconds from one network address do not slow down the owner at another one", async () => {
    for (let n = 0; n < 20; n++) {
      await signIn(wrong, "10.6.6.6");
      advance(1);
    }
    expect((await signIn({}, "10.0.0.8")).status).toBe(200);
  });

  test("a distributed attack does not stop a device that signed in before, even at an attacker's network address", async () => {
    const { device } = (await signIn({})).payload;
    await attack(60);
    expect((await signIn({ device }, "10.9.0.5")).status).toBe(200);
  });

  test("during a distributed attack, the owner can sign in from a new network address after a short wait", async () => {
    await attack(60);
    const first = await signIn({}, "10.0.0.9");
    expect(first).toMatchObject({ status: 429 });
    expect(Number(first.headers["retry-after"])).toBeLessThanOrEqual(30);
    advance(31);
    await attack(10);
    expect((await signIn({}, "10.0.0.9")).status).toBe(200);
  });

  test("during a distributed attack, a new network address gets at most one attempt in 30 seconds", async () => {
    await attack(60);
    verifications.mockClear();
    for (let n = 0; n < 60; n++) {
      await signIn(wrong, "10.5.5.5");
      advance(1);
    }
    expect(verifications).toHaveBeenCalledTimes(1);
  });

  test("the device text of another account gives a guesser no advantage", async () => {
    const other = await buildUser(app.database.db, ADMIN, (await buildClub(app.database.db)).id);
    const { device } = (await signIn({ email: other.email }, "10.0.0.4")).payload;
    await attack(60);
    expect((await signIn({ device }, "10.0.0.4")).status).toBe(429);
  });
});

test("most sign-ins of a flood are refused with 429 and Retry-After, and other calls are answered meanwhile", async () => {
  const flood = Array.from({ length: 200 }, (_, n) =>
    signIn({ email: `n${n}@example.org` }, `10.7.0.${n % 50}`),
  );
  const info = await app.http.inject({ url: "/api/event/getFirstEvent" });
  const running = verifications.mock.calls.length;
  expect(info.statusCode).toBe(200);
  const replies = await Promise.all(flood);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(150);
  expect(refused.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
  expect(replies.filter(({ status }) => status === 401).length).toBe(200 - refused.length);
  // The other call did not wait for the flood to end.
  expect(running).toBeLessThan(verifications.mock.calls.length);
});

describe("with a second factor", () => {
  beforeEach(async () => {
    const { db } = app.database;
    const confirmed_at = app.time.now;
    await db
      .insertInto("second_factors")
      .values({ user_id: userId, secret: factorSecret, confirmed_at })
      .execute();
  });

  test("with a second factor, the password alone is answered with a request for the code", async () => {
    const reply = await signIn({});
    expect(reply).toMatchObject({
      status: 401,
      code: "badCredentials",
      payload: { secondFactor: "required" },
    });
    expect(reply.headers.authorization).toBeUndefined();
  });

  test("a wrong password does not reveal that the account has a second factor", async () => {
    expect((await signIn({ ...wrong, code: factorCodeAt(app.time.now) })).payload).toBeUndefined();
  });

  test("the previous and the next code are accepted; older ones are not", async () => {
    const codeAt = (seconds: number) => factorCodeAt(new Date(app.time.now.getTime() + seconds * 1000));
    expect((await signIn({ code: codeAt(-60) })).payload).toEqual({ secondFactor: "wrong" });
    expect((await signIn({ code: codeAt(-30) })).status).toBe(200);
    expect((await signIn({ code: codeAt(30) })).status).toBe(200);
  });

  test("a code is accepted only once", async () => {
    const code = factorCodeAt(app.time.now);
    expect((await signIn({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    expect((await signIn({ code })).payload).toEqual({ secondFactor: "wrong" });
    advance(30);
    expect((await signIn({ code: factorCodeAt(app.time.now) })).status).toBe(200);
  });

  test("guessing codes is slowed down like guessing passwords", async () => {
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await signIn({ code: `00000${n}` }, "10.0.0.7")).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });
});
