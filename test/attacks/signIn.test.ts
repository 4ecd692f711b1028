import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { mostLanesOfClient } from "../../server/accounts/backOff.ts";
import { pruneLanes } from "../../server/accounts/laneRows.ts";
import { factorCodeAt, factorSecret } from "../../server/testing/accounts.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildClub, buildUser, testPassword } from "../../server/testing/builders.ts";

let app: TestApp;
let owner: { id: number; email: string };
beforeAll(async () => {
  app = await testApp({ limited: true });
});
beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom("signin_lanes").execute();
  owner = await buildUser(db, ADMIN, (await buildClub(db)).id);
});
afterAll(() => app.close());

async function signIn(body: object, remoteAddress: string) {
  const reply = await app.http.inject({
    method: "POST",
    url: "/api/auth/signin",
    payload: { email: owner.email, password: testPassword, ...body },
    remoteAddress,
  });
  return { status: reply.statusCode, headers: reply.headers, ...reply.json() };
}
const advanceSeconds = (seconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + seconds * 1000);
};
const countLanes = async () =>
  (await app.database.db.selectFrom("signin_lanes").select("lane").execute()).length;

async function turnFactorOn() {
  await app.database.db
    .insertInto("second_factors")
    .values({ user_id: owner.id, secret: factorSecret, confirmed_at: app.time.now })
    .execute();
}
const wrongCode = () => (factorCodeAt(app.time.now) === "000000" ? "111111" : "000000");

async function guessCodes(tries: number) {
  let checkedCodes = 0;
  for (let n = 0; n < tries; n++) {
    const reply = await signIn({ code: wrongCode() }, `2001:db8:${n.toString(16)}::1`);
    if (reply.payload?.secondFactor === "wrong") checkedCodes++;
  }
  return checkedCodes;
}

test("after ten wrong codes within an hour, an account's correct code is refused too on an unknown device", async () => {
  await turnFactorOn();
  expect(await guessCodes(25)).toBe(10);
  const correctTry = await signIn({ code: factorCodeAt(app.time.now) }, "2001:db8:ffff::1");
  expect(correctTry).toMatchObject({ status: 429, code: "tooMany" });
  expect(correctTry.msg).toMatch(
    /^Too many wrong codes were tried for this account\. Enter one of your recovery codes, or try again in \d+ minutes\.$/,
  );
  expect(Number(correctTry.headers["retry-after"])).toBeGreaterThan(60);
  advanceSeconds(70 * 60);
  expect((await signIn({ code: factorCodeAt(app.time.now) }, "2001:db8:ffff::1")).status).toBe(200);
});

test("codes tried at the same time are limited like codes tried one after another", async () => {
  await turnFactorOn();
  const tries = Array.from({ length: 30 }, (_, n) => signIn({ code: wrongCode() }, `2001:db8:${n}::1`));
  const checkedCodes = (await Promise.all(tries)).filter((reply) => reply.payload?.secondFactor === "wrong");
  expect(checkedCodes.length).toBeLessThanOrEqual(10);
  expect(checkedCodes.length).toBeGreaterThan(0);
});

test("while strangers try wrong codes, the owner can use a recovery code, or the app's code on a known device", async () => {
  const { device } = (await signIn({}, "192.0.2.1")).payload;
  await turnFactorOn();
  await app.database.db
    .insertInto("recovery_codes")
    .values({ user_id: owner.id, code_hash: createHash("sha256").update("ABCDEFGHJKLMNPQR").digest() })
    .execute();
  await guessCodes(20);
  expect((await signIn({ code: factorCodeAt(app.time.now), device }, "192.0.2.1")).status).toBe(200);
  expect((await signIn({ code: "ABCD-EFGH-JKLM-NPQR" }, "192.0.2.9")).status).toBe(200);
});

test("correct codes do not count towards the limit, so an account that signs in often is not locked out", async () => {
  await turnFactorOn();
  for (let n = 0; n < 15; n++) {
    expect((await signIn({ code: factorCodeAt(app.time.now) }, `192.0.2.${n}`)).status).toBe(200);
    advanceSeconds(30);
  }
});

test("many attempts by strangers do not delay the owner's known device", async () => {
  const { device } = (await signIn({}, "192.0.2.1")).payload;
  const flood = Array.from({ length: 100 }, (_, n) =>
    signIn({ email: `n${n}@example.org`, password: "wrong horse 1" }, `198.51.100.${n}`),
  );
  const owners = [1, 2, 3].map(() => signIn({ device }, "192.0.2.1"));
  expect((await Promise.all(owners)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const strangers = (await Promise.all(flood)).map(({ status }) => status);
  expect(strangers.filter((status) => status === 429).length).toBeGreaterThan(50);
});

const confirm = (token: string, password: string, remoteAddress: string) =>
  app.http.inject({
    method: "POST",
    url: "/api/auth/beginSecondFactor",
    payload: { password },
    headers: { authorization: token },
    remoteAddress,
  });

test("failed sign-ins of strangers do not delay a signed-in owner who confirms the password, at any address", async () => {
  const token = (await signIn({}, "192.0.2.1")).headers.authorization;
  for (let n = 0; n < 60; n++) await signIn({ password: "wrong horse 1" }, `2001:db8:${n.toString(16)}::1`);
  for (let n = 0; n < mostLanesOfClient; n++)
    await signIn({ email: `n${n}@example.org`, password: "wrong horse 1" }, "198.51.100.7");
  for (const address of ["192.0.2.1", "192.0.2.2", "198.51.100.7"])
    expect((await confirm(token, testPassword, address)).statusCode, address).toBe(200);
});

test("a stolen session gets no more guesses from many addresses than from one, and does not delay the owner's session", async () => {
  const open = async () => String((await signIn({}, "192.0.2.1")).headers.authorization);
  const checkedGuesses = async (token: string, addressOf: (n: number) => string) => {
    const isChecked = async (n: number) =>
      (await confirm(token, "wrong horse 1", addressOf(n))).statusCode === 400;
    let atOnce = 0;
    for (let n = 0; n < 30; n++) if (await isChecked(n)) atOnce++;
    let inMinute = 0;
    for (let n = 30; n < 90; n++) {
      advanceSeconds(1);
      if (await isChecked(n)) inMinute++;
    }
    return [atOnce, inMinute];
  };
  expect(await checkedGuesses(await open(), () => "192.0.2.1")).toEqual([5, 5]);
  const [stolen, owners] = [await open(), await open()];
  expect(await checkedGuesses(stolen, (n) => `2001:db8:${n.toString(16)}::1`)).toEqual([5, 5]);
  expect((await confirm(owners, testPassword, "192.0.2.1")).statusCode).toBe(200);
});

test("wrong passwords on known devices do not delay other people at the same address", async () => {
  const other = await buildUser(app.database.db, ADMIN, (await buildClub(app.database.db)).id);
  const devices: string[] = [];
  for (let n = 0; n < 11; n++) devices.push((await signIn({}, "192.0.2.1")).payload.device);
  for (const device of devices)
    for (let n = 0; n < 5; n++)
      expect((await signIn({ device, password: "wrong horse 1" }, "192.0.2.1")).status).toBe(401);
  expect((await signIn({ email: other.email }, "192.0.2.1")).status).toBe(200);
});

test("the stored lanes (counters of failed sign-ins) are limited for each client, and pruned for all together", async () => {
  for (let n = 0; n < mostLanesOfClient + 30; n++)
    await signIn({ email: `n${n}@example.org`, password: "wrong horse 1" }, "198.51.100.7");
  expect(await countLanes()).toBe(mostLanesOfClient);
  const reply = await signIn({ email: "one.more@example.org" }, "198.51.100.7");
  expect(reply).toMatchObject({ status: 429, msg: "Too many attempts. Please try again in 15 minutes." });
  expect((await signIn({}, "198.51.100.8")).status).toBe(200);
  advanceSeconds(1);
  await signIn({ password: "wrong horse 1" }, "198.51.100.9");
  await pruneLanes(app.database.db, 1);
  expect(await countLanes()).toBe(1);
});
