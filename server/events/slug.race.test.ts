/** Many concurrent events with one name get different slugs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "../db/violation.ts";
import { buildClub } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { draftOf } from "./change.ts";
import { changeEvent, createEvent } from "./saveEvent.ts";

let database: TestDatabase;
let clubId: number;
beforeAll(async () => {
  database = await testDatabase({ max: 25 });
  clubId = (await buildClub(database.db)).id;
});
afterAll(() => database.close());

const context = { actor: "user:1", idempotency: null, now: new Date() };
const concurrent = 20;

function createConcurrently(name: string, options: { slug?: string; attempts?: number } = {}) {
  const draft = draftOf({ name, startDatetime: "2030-05-01T18:00:00Z" }, clubId);
  return Promise.allSettled(
    Array.from({ length: concurrent }, () =>
      createEvent(database.db, { ...context, draft, slug: null, ...options }),
    ),
  );
}

test("20 events with one name, created concurrently, get 20 addresses without a gap", async () => {
  const outcomes = await createConcurrently("Street Food");
  const slugs = outcomes.map((one) => (one.status === "fulfilled" ? one.value.slug : String(one.reason)));
  const expected = [
    "street-food",
    ...Array.from({ length: concurrent - 1 }, (_, index) => `street-food-${index + 2}`),
  ];
  expect(slugs.toSorted()).toEqual(expected.toSorted());
});

test("control: without retries, some of them violate the unique key", async () => {
  const outcomes = await createConcurrently("Night Run", { attempts: 1 });
  const failed = outcomes.flatMap((one) =>
    one.status === "rejected" ? [violatedConstraint(one.reason)] : [],
  );
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed)).toEqual(new Set(["events_slug_key"]));
});

test("an address that 20 concurrent requests want is given to one", async () => {
  const outcomes = await createConcurrently("Jazz", { slug: "jazz" });
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const codes = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(codes)).toEqual(new Set(["slugTaken"]));
});

test("two events that want each other's address at once both keep their own", async () => {
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
