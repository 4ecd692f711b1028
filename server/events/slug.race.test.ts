import { afterAll, beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "../db/violation.ts";
import { buildClub, buildEvent } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { draftOf } from "./change.ts";
import { changeEvent, createEvent } from "./saveEvent.ts";
import { formerAddressesOf, saveFormerAddresses } from "./saveFormerAddresses.ts";

let database: TestDatabase;
let clubId: number;
beforeAll(async () => {
  database = await testDatabase({ max: 25 });
  clubId = (await buildClub(database.db)).id;
});
afterAll(() => database.close());

const context = { actor: "user:1", idempotency: null, now: new Date() };
const creationCount = 20;

function createConcurrently(name: string, options: { slug?: string; attempts?: number } = {}) {
  const draft = draftOf({ name, startDatetime: "2030-05-01T18:00:00Z" }, clubId);
  return Promise.allSettled(
    Array.from({ length: creationCount }, () =>
      createEvent(database.db, { ...context, draft, slug: null, ...options }),
    ),
  );
}

test("20 events with the same name, created concurrently, get 20 addresses numbered without a gap", async () => {
  const outcomes = await createConcurrently("Street Food");
  const slugs = outcomes.map((one) => (one.status === "fulfilled" ? one.value.slug : String(one.reason)));
  const expected = [
    "street-food",
    ...Array.from({ length: creationCount - 1 }, (_, index) => `street-food-${index + 2}`),
  ];
  expect(slugs.toSorted()).toEqual(expected.toSorted());
});

test("control: without retries, some concurrently created events violate the unique key", async () => {
  const outcomes = await createConcurrently("Night Run", { attempts: 1 });
  const failed = outcomes.flatMap((one) =>
    one.status === "rejected" ? [violatedConstraint(one.reason)] : [],
  );
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed)).toEqual(new Set(["events_slug_key"]));
});

test("an address that 20 events request concurrently is given to one of them", async () => {
  const outcomes = await createConcurrently("Jazz", { slug: "jazz" });
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const codes = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(codes)).toEqual(new Set(["slugTaken"]));
});

test("two events that request each other's address at the same time both keep their own", async () => {
  const draft = (name: string) => draftOf({ name, startDatetime: "2030-05-01T18:00:00Z" }, clubId);
  const one = await createEvent(database.db, { ...context, draft: draft("Left"), slug: "left" });
  const other = await createEvent(database.db, { ...context, draft: draft("Right"), slug: "right" });
  const swapped = await Promise.allSettled([
    changeEvent(database.db, one.id, context, () => ({ slug: "right" })),
    changeEvent(database.db, other.id, context, () => ({ slug: "left" })),
  ]);
  expect(swapped.map((each) => (each.status === "rejected" ? each.reason.code : "changed"))).toEqual([
    "slugTaken",
    "slugTaken",
  ]);
});

const { actor } = context;
const eventCount = 10;

const outcomesOf = async (works: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(works)).map((one) => (one.status === "fulfilled" ? "saved" : one.reason.code));

async function requestSameAddresses({ db }: TestDatabase) {
  const events: number[] = [];
  while (events.length < eventCount) events.push((await buildEvent(db)).id);
  const wish = ["/peer/move", "/peer/gala"];
  const outcomes = await outcomesOf(
    events.map((eventId, index) =>
      saveFormerAddresses(db, eventId, { texts: index % 2 === 0 ? wish : wish.toReversed(), actor }),
    ),
  );
  const saved = await Promise.all(events.map((eventId) => formerAddressesOf(db, eventId)));
  return { outcomes, holders: saved.filter((addresses) => addresses.length > 0) };
}

const byLetters = (one: string, other: string) => one.localeCompare(other);

test("if ten events request the same two addresses at the same time, one gets both and the others none", async () => {
  const { outcomes, holders } = await requestSameAddresses(database);
  expect(outcomes.toSorted(byLetters)).toEqual(["saved", ...Array<string>(eventCount - 1).fill("slugTaken")]);
  expect(holders).toEqual([["/peer/gala", "/peer/move"]]);
});

test("control: without the primary key several events have the same address", async () => {
  const unguarded = await testDatabase({ max: 25 });
  try {
    // This trigger fails without the unique key.
    await unguarded.pool.query("drop trigger events_slug on events");
    await unguarded.pool.query("alter table event_slugs drop constraint event_slugs_pkey");
    const { holders } = await requestSameAddresses(unguarded);
    expect(holders.length).toBeGreaterThan(1);
  } finally {
    await unguarded.close();
  }
});

test("an address that one event requests as a former address and another as its slug is given to one of them", async () => {
  const { db } = database;
  for (let round = 0; round < 10; round++) {
    const [one, other] = [await buildEvent(db), await buildEvent(db)];
    const slug = `wanted-${round}`;
    const outcomes = await outcomesOf([
      saveFormerAddresses(db, one.id, { texts: [slug], actor }),
      changeEvent(db, other.id, context, () => ({ slug })),
    ]);
    expect(outcomes.toSorted(byLetters)).toEqual(["saved", "slugTaken"]);
  }
});

test("two events that exchange their former addresses at the same time both keep their own", async () => {
  const { db } = database;
  const [left, right] = [await buildEvent(db), await buildEvent(db)];
  await saveFormerAddresses(db, left.id, { texts: ["/side/left"], actor });
  await saveFormerAddresses(db, right.id, { texts: ["/side/right"], actor });
  const outcomes = await outcomesOf([
    saveFormerAddresses(db, left.id, { texts: ["/side/right"], actor }),
    saveFormerAddresses(db, right.id, { texts: ["/side/left"], actor }),
  ]);
  expect(outcomes).toEqual(["slugTaken", "slugTaken"]);
  expect(await formerAddressesOf(db, left.id)).toEqual(["/side/left"]);
  expect(await formerAddressesOf(db, right.id)).toEqual(["/side/right"]);
});
