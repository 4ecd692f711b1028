import { expect, test } from "vitest";
import { calls } from "../../contract/all.ts";
import { publicCalls } from "./publicCalls.ts";

test("the calls made without a token are exactly the contract's public ones", () => {
  const declared = Object.entries(calls).filter(([, call]) => call.access === "public");
  expect([...publicCalls]).toEqual(declared.map(([name]) => name).sort());
});
