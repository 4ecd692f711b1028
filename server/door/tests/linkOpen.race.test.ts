import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashing } from "../../accounts/passwords/passwords.ts";
import type { DomainError } from "../../domainError.ts";
import { buildEvent } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { buildLink, testPin } from "../../testing/doors.ts";
import { barrier } from "../../testing/meeting.ts";
import { devicesOfLink } from "../deviceRows.ts";
import { type LockLink, openLink } from "../linkOpen.ts";
import { linkById } from "../linkRows.ts";

let database: TestDatabase;
let eventId: number;
const now = new Date("2030-06-01T18:00:00Z");
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
  eventId = (await buildEvent(database.db)).id;
});
afterAll(() => database.close());

const deviceCount = 12;

/** Continues when all have read the link. */
function readWithoutLock(): LockLink {
  const haveRead = barrier(deviceCount);
  return async (tx, secretHash) => {
    const link = await tx
      .selectFrom("door_links")
      .selectAll()
      .where("secret_hash", "=", secretHash)
      .executeTakeFirst();
    await haveRead();
    return link;
  };
}

async function openAllAtOnce(secret: string, pin: string, lockLink?: LockLink): Promise<string[]> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: deviceCount }, () => {
      const body = { link: secret, pin, deviceId: randomUUID(), deviceName: "", appVersion: "" };
      return openLink(database.db, body, { now, ...(lockLink === undefined ? {} : { lock: lockLink }) });
    }),
  );
  return outcomes.map((one) => (one.status === "fulfilled" ? "open" : (one.reason as DomainError).code));
}
const count = (outcomes: string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

test("a link for three devices admits three of twelve that open it at the same time", async () => {
  const { linkId, secret } = await buildLink(database.db, { eventId, now }, { mostDevices: 3 });
  const outcomes = await openAllAtOnce(secret, testPin);
  expect([count(outcomes, "open"), count(outcomes, "inUse")]).toEqual([3, 9]);
  expect(await devicesOfLink(database.db, linkId)).toHaveLength(3);
});

test("control: without the link's lock more devices open it than it allows", async () => {
  const { linkId, secret } = await buildLink(database.db, { eventId, now }, { mostDevices: 3 });
  const { ask } = hashing;
  const allWereChecked = barrier(deviceCount);
  // Without this wait, a device could be stored before the next request counts the devices.
  const checks = vi.spyOn(hashing, "ask").mockImplementation(async (request) => {
    const answer = await ask(request);
    await allWereChecked();
    return answer;
  });
  try {
    await openAllAtOnce(secret, testPin, readWithoutLock());
    expect((await devicesOfLink(database.db, linkId)).length).toBeGreaterThan(3);
  } finally {
    checks.mockRestore();
  }
});

test("five of twelve concurrent wrong PINs are counted, and seven are refused as too many", async () => {
  const { linkId, secret } = await buildLink(database.db, { eventId, now });
  const outcomes = await openAllAtOnce(secret, "000000");
  expect([count(outcomes, "badCredentials"), count(outcomes, "tooMany")]).toEqual([5, 7]);
  expect(await linkById(database.db, linkId)).toMatchObject({ failed_tries: 5, failed_in_row: 5 });
});

test("control: without the link's lock all twelve PINs are checked", async () => {
  const { linkId, secret } = await buildLink(database.db, { eventId, now });
  const outcomes = await openAllAtOnce(secret, "000000", readWithoutLock());
  expect(count(outcomes, "badCredentials")).toBe(deviceCount);
  // The requests overwrite each other's count.
  expect((await linkById(database.db, linkId))?.failed_tries).toBeLessThan(deviceCount);
});
