import { expect, test } from "vitest";
import { type CallName, calls } from "../../../contract/all.ts";
import type { Call } from "../../../contract/endpoint.ts";
import { callsWithoutLimit, limitOf } from "../limits.ts";

test("each public call that writes has a limit, or a reason why it needs none", () => {
  const publicWrites = (Object.entries(calls) as [CallName, Call][])
    .filter(([, { access, method }]) => access === "public" && method !== "GET")
    .map(([name]) => name);
  const unlimited = publicWrites.filter((name) => limitOf(name).rateLimit === false);
  expect(unlimited.toSorted()).toEqual(Object.keys(callsWithoutLimit).toSorted());
  expect(unlimited.length).toBeLessThan(publicWrites.length);
});
