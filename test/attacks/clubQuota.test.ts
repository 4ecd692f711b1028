/** Anybody may register a club, so the writes and uploads of its staff are limited. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { mostUploadsOfClub, mostWritesOfClub } from "../../server/http/limitsByClub.ts";
import { addHourly } from "../../server/limits/hourly.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildClub, buildUser } from "../../server/testing/builders.ts";
import { openSession } from "../../server/testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limited: true });
});
afterAll(() => app.close());

async function staffOf() {
  const { db } = app.database;
  const { id: clubId } = await buildClub(db);
  const user = await buildUser(db, ADMIN, clubId);
  return { clubId, token: await openSession(db, user.id, app.time.now) };
}
const addUse = (what: string, subject: number, count: number) =>
  addHourly(app.database.db, [{ what, subject, count }], app.time.now);
const save = ({ clubId, token }: Awaited<ReturnType<typeof staffOf>>) =>
  app.ask("club/save", { body: { id: clubId, name: "Harbour Rowers" }, token });
/** The form is incomplete: the server counts the upload before it reads the form. */
const upload = ({ token }: Awaited<ReturnType<typeof staffOf>>) =>
  app.http.inject({
    method: "POST",
    url: "/api/club/save",
    headers: { authorization: token, "content-type": "multipart/form-data; boundary=x" },
    payload: "--x--\r\n",
  });

test("the writes of a club's staff are limited per hour, and another club can still write", async () => {
  const club = await staffOf();
  await addUse("writes of a club", club.clubId, mostWritesOfClub - 1);
  expect((await save(club)).status).toBe(200);
  const refused = await save(club);
  expect(refused).toMatchObject({ status: 429, code: "tooMany" });
  expect(refused.msg).toMatch(
    /^Your club has made very many changes in the last hour\. Try again in \d+ minutes\.$/,
  );
  expect((await app.ask("auth/me", { token: club.token })).status).toBe(200);
  expect((await save(await staffOf())).status).toBe(200);
});

test("a club's uploads have their own limit, and beyond it writes without files still work", async () => {
  const club = await staffOf();
  await addUse("uploads of a club", club.clubId, mostUploadsOfClub - 1);
  expect((await upload(club)).statusCode).not.toBe(429);
  const refused = await upload(club);
  expect([refused.statusCode, refused.json().code]).toEqual([429, "tooMany"]);
  expect(refused.json().msg).toMatch(/^Your club has uploaded many files in the last hour\. Try again in /);
  expect((await save(club)).status).toBe(200);
});

test("staff of a club that has used up its writes can still read and sign out", async () => {
  const club = await staffOf();
  await addUse("writes of a club", club.clubId, mostWritesOfClub);
  const { token } = club;
  const read = await app.ask("event/getEventCards", { token });
  expect([read.status, (await save(club)).status]).toEqual([200, 429]);
  expect((await app.ask("auth/signout", { token })).status).toBe(200);
});
