// Nodes cache sessions and the tokens of helpers' devices for a second.
import { rm } from "node:fs/promises";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { readConfig } from "../config.ts";
import { type Foyer, startFoyer } from "../main.ts";
import { buildEvent, buildUser } from "../testing/builders.ts";
import { temporaryFolder } from "../testing/cluster.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { buildHelper } from "../testing/doors.ts";
import { openSession } from "../testing/tokens.ts";

let dataDir: string;
let database: TestDatabase;
let one: Foyer;
let other: Foyer;
let event: { id: number };
let token: string;

beforeEach(async () => {
  dataDir = await temporaryFolder();
  database = await testDatabase();
  const { db, url } = database;
  const start = () =>
    startFoyer(readConfig({ DATA_DIR: dataDir, PORT: "0", DATABASE_URL: url }), {
      log: pino({ level: "silent" }),
    });
  one = await start();
  other = await start();
  const built = await buildEvent(db);
  event = built;
  token = await openSession(db, (await buildUser(db, ADMIN, built.clubId)).id, new Date());
  // With a frozen clock, cached entries do not expire, so the other node must notify this one.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  for (const node of [one, other]) expect(await statusOf(node, "auth/me", token)).toBe(200);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of [one.stop, other.stop, database.close]) await end();
  await rm(dataDir, { recursive: true, force: true });
});

async function statusOf({ url }: Foyer, call: string, bearer: string, body?: object): Promise<number> {
  const reply = await fetch(`${url}/api/${call}`, {
    headers: { authorization: bearer, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

test("a session that is ended at one node is refused by the other node before its cache expires", async () => {
  expect(await statusOf(one, "auth/signoutEverywhere", token, {})).toBe(200);
  await expect.poll(() => statusOf(other, "auth/me", token)).toBe(440);
});

test("a device whose link is ended at one node is refused by the other node before its cache expires", async () => {
  const helper = await buildHelper(database.db, { eventId: event.id, now: new Date() });
  const atTheDoor = (node: Foyer) => statusOf(node, `door/getDoor?eventId=${event.id}`, helper.token);
  for (const node of [one, other]) expect(await atTheDoor(node)).toBe(200);
  expect(await statusOf(one, "door/revokeLink", token, { linkId: helper.linkId })).toBe(200);
  await expect.poll(() => atTheDoor(other)).toBe(440);
});
