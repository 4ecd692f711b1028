import { Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { factorCodeAt, factorSecret, testSecretBox } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser, testPassword } from "../../testing/builders.ts";
import { openSession } from "../../testing/tokens.ts";
import type { UserRow } from "../rows.ts";
import { sealSecondFactors } from "../secondFactor/secondFactor.ts";
import { openSecretBox } from "../secondFactor/secretBox.ts";

let app: TestApp;
let user: UserRow;
let token: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom("second_factors").execute();
  app.services.secretBox = testSecretBox;
  user = await buildUser(db, ADMIN, (await buildClub(db)).id);
  token = await openSession(db, user.id, app.time.now);
});
afterAll(() => app.close());

const password = testPassword;
const signIn = (code?: string) => app.ask("auth/signin", { body: { email: user.email, password, code } });
const beginSetUp = () => app.ask("auth/beginSecondFactor", { body: { password }, token });
const confirm = (code: string) => app.ask("auth/confirmSecondFactor", { body: { code }, token });
const readStored = () =>
  app.database.db.selectFrom("second_factors").selectAll().where("user_id", "=", user.id).executeTakeFirst();
const advance = (seconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + seconds * 1000);
};
const codeNow = (secret: string) => {
  advance(30);
  return factorCodeAt(app.time.now, secret);
};

async function setUp() {
  const { secret } = (await beginSetUp()).payload;
  const { recoveryCodes } = (await confirm(codeNow(secret))).payload;
  return { secret, recoveryCodes };
}

/** Stores a second factor as an earlier version of Foyer did. */
const storeUnsealed = () =>
  app.database.db
    .insertInto("second_factors")
    .values({ user_id: user.id, secret: factorSecret, confirmed_at: app.time.now })
    .execute();

test("the row of a second factor does not reveal its secret", async () => {
  const { secret } = await setUp();
  const row = await readStored();
  expect(row?.secret).toBeNull();
  const saved = row!.sealed_secret!.toString("latin1");
  expect(saved).not.toContain(secret);
  expect(saved).not.toContain(Buffer.from(Secret.fromBase32(secret).buffer).toString("latin1"));
  expect((await signIn(codeNow(secret))).status).toBe(200);
});

test("a second factor that an earlier version stored unsealed works before and after it is sealed", async () => {
  await storeUnsealed();
  expect((await signIn(codeNow(factorSecret))).status).toBe(200);
  expect(await sealSecondFactors(app.services)).toEqual({ unreadable: 0 });
  expect((await readStored())?.secret).toBeNull();
  expect((await signIn(codeNow(factorSecret))).status).toBe(200);
  expect((await signIn("000000")).status).toBe(401);
  const before = await readStored();
  await sealSecondFactors(app.services);
  expect(await readStored()).toEqual(before);
});

test("second factors keep working when the server's secret is replaced", async () => {
  const { secret } = await setUp();
  // The second one is the secret of `testSecretBox`.
  app.services.secretBox = openSecretBox(["a new secret", "a secret that only tests have, and all of them"]);
  expect((await signIn(codeNow(secret))).status).toBe(200);
  expect(await sealSecondFactors(app.services)).toEqual({ unreadable: 0 });
  app.services.secretBox = openSecretBox(["a new secret"]);
  expect((await signIn(codeNow(secret))).status).toBe(200);
});

test("when the server's secret is lost, a code is refused with the reason and a recovery code is accepted", async () => {
  const { secret, recoveryCodes } = await setUp();
  app.services.secretBox = openSecretBox(["another secret"]);
  expect(await sealSecondFactors(app.services)).toEqual({ unreadable: 1 });
  expect(await signIn(codeNow(secret))).toMatchObject({
    status: 401,
    code: "badCredentials",
    msg: expect.stringContaining("Enter one of your recovery codes"),
    payload: { secondFactor: "unreadable" },
  });
  expect((await signIn(recoveryCodes[0])).status).toBe(200);
  expect((await app.ask("auth/getProfile", { token })).payload.secondFactor.isOn).toBe(true);
  expect((await app.ask("auth/removeSecondFactor", { body: { password }, token })).status).toBe(200);
  const renewed = await setUp();
  expect((await signIn(codeNow(renewed.secret))).status).toBe(200);
});

test("a set-up of a second factor must be started again if the server's secret was lost meanwhile", async () => {
  const first = (await beginSetUp()).payload.secret;
  expect((await beginSetUp()).payload.secret).toBe(first);
  app.services.secretBox = openSecretBox(["another secret"]);
  expect(await confirm(codeNow(first))).toMatchObject({ status: 409, code: "notActive" });
  const { secret } = (await beginSetUp()).payload;
  expect(secret).not.toBe(first);
  expect((await confirm(codeNow(secret))).status).toBe(200);
});

test("a sealed secret that is copied to the row of another account cannot be used there", async () => {
  const { secret } = await setUp();
  const other = await buildUser(app.database.db, ADMIN, user.club_id);
  const row = await readStored();
  await app.database.db
    .insertInto("second_factors")
    .values({ user_id: other.id, sealed_secret: row!.sealed_secret, confirmed_at: app.time.now })
    .execute();
  const body = { email: other.email, password, code: codeNow(secret) };
  expect((await app.ask("auth/signin", { body })).payload).toMatchObject({ secondFactor: "unreadable" });
});
