import { expect, test } from "vitest";
import { type CallName, calls } from "../../../contract/all.ts";
import type { Call } from "../../../contract/endpoint.ts";
import { callsWithoutLimit, limitOf } from "../limits.ts";

/** The public calls that write: those with a limit, and the others. */
const [limited, others] = [true, false].map((isLimited) =>
  (Object.entries(calls) as [CallName, Call][])
    .filter(([, { access, method }]) => access === "public" && method !== "GET")
    .map(([name]) => name)
    .filter((name) => (limitOf(name).rateLimit !== false) === isLimited),
);

test("each public call that writes has a limit, or a reason why it needs none", () => {
  expect(others!.toSorted()).toEqual(Object.keys(callsWithoutLimit).toSorted());
  expect(limited!.length).toBeGreaterThan(0);
});
