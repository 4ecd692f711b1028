import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { storedReply, storeReply } from "../idempotency.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
});
afterAll(() => database.close());

const requestWithKey = (key: string, body = "same") => ({
  call: "stripe/confirm-payment",
  key,
  bodyHash: createHash("sha256").update(body).digest(),
});

test("a key stores one reply: later and simultaneous requests with the key get the first reply", async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => storeReply(database.db, requestWithKey("many"), { n })),
  );
  expect(new Set(replies.map(({ n }) => n)).size).toBe(1);
  expect(await storeReply(database.db, requestWithKey("many"), { n: -1 })).toEqual(replies[0]);
  expect(await storedReply(database.db, requestWithKey("many"))).toEqual(replies[0]);
});

test("a key that was used with another body is refused, and its reply stays", async () => {
  await storeReply(database.db, requestWithKey("mine"), "first");
  await expect(storeReply(database.db, requestWithKey("mine", "other"), "second")).rejects.toMatchObject({
    code: "idempotencyMismatch",
  });
  expect(await storedReply(database.db, requestWithKey("mine"))).toBe("first");
});

test("a request without a key stores no reply", async () => {
  const keys = () => database.db.selectFrom("idempotency_keys").select("key").orderBy("key").execute();
  const before = await keys();
  expect(await storeReply(database.db, null, "reply")).toBe("reply");
  expect(await storedReply(database.db, null)).toBeUndefined();
  expect(await keys()).toEqual(before);
});
