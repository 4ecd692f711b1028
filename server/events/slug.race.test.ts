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

const doing = { actor: "user:1", idempotency: null, now: new Date() };
const crowd = 20;

function makeAtOnce(name: string, more: { slug?: string; attempts?: number } = {}) {
  const draft = draftOf({ name, startDatetime: "2030-05-01T18:00:00Z" }, clubId);
  return Promise.allSettled(
    Array.from({ length: crowd }, () => createEvent(database.db, { ...doing, draft, slug: null, ...more })),
  );
}

test("twenty events of one name made at once get twenty addresses, without a gap", async () => {
  const made = await makeAtOnce("Street Food");
  const slugs = made.map((one) => (one.status === "fulfilled" ? one.value.slug : String(one.reason)));
  const expected = [
    "street-food",
    ...Array.from({ length: crowd - 1 }, (_, index) => `street-food-${index + 2}`),
  ];
  expect(slugs.toSorted()).toEqual(expected.toSorted());
});

test("the control: without another try most of them fail at the key", async () => {
  const made = await makeAtOnce("Night Run", { attempts: 1 });
  const failed = made.flatMap((one) => (one.status === "rejected" ? [violatedConstraint(one.reason)] : []));
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed)).toEqual(new Set(["events_slug_key"]));
});

test("an address that twenty ask for at once is given to one", async () => {
  const made = await makeAtOnce("Jazz", { slug: "jazz" });
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const codes = made.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(codes)).toEqual(new Set(["slugTaken"]));
});

test("two events that want each other's address at once keep one each, and no address leads to both", async () => {
  const draft = (name: string) => draftOf({ name, startDatetime: "2030-05-01T18:00:00Z" }, clubId);
  const one = await createEvent(database.db, { ...doing, draft: draft("Left"), slug: "left" });
  const other = await createEvent(database.db, { ...doing, draft: draft("Right"), slug: "right" });
  const swapped = await Promise.allSettled([
    changeEvent(database.db, one.id, doing, () => ({ slug: "right" })),
    changeEvent(database.db, other.id, doing, () => ({ slug: "left" })),
  ]);
  expect(swapped.map((each) => (each.status === "rejected" ? each.reason.code : "changed"))).toEqual([
    "slugTaken",
    "slugTaken",
  ]);
});
