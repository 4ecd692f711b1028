import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { keepReply, storedReply } from "../idempotency.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
});
afterAll(() => database.close());

const asked = (key: string, body = "same") => ({
  call: "stripe/confirm-payment",
  key,
  bodyHash: createHash("sha256").update(body).digest(),
});

test("a reply is kept once: whoever keeps one for the same key gets the first, also of many at once", async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => keepReply(database.db, asked("many"), { n })),
  );
  expect(new Set(replies.map(({ n }) => n)).size).toBe(1);
  expect(await keepReply(database.db, asked("many"), { n: -1 })).toEqual(replies[0]);
  expect(await storedReply(database.db, asked("many"))).toEqual(replies[0]);
});

test("a key that was used with another body is refused, and its reply stays", async () => {
  await keepReply(database.db, asked("mine"), "first");
  await expect(keepReply(database.db, asked("mine", "other"), "second")).rejects.toMatchObject({
    code: "idempotencyMismatch",
  });
  expect(await storedReply(database.db, asked("mine"))).toBe("first");
});

test("without a key nothing is kept", async () => {
  expect(await keepReply(database.db, null, "reply")).toBe("reply");
  expect(await storedReply(database.db, null)).toBeUndefined();
});
