import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CallName, calls } from "../contract/all.ts";

const root = join(import.meta.dirname, "..");

const callsOfOtherPrograms: Partial<Record<CallName, string>> = {
  "checkin/scanByRegistrationId": "scanners of the first specification; our door uses door/sync",
  "event/saveLandingConfig": "our page saves with event/save",
  "order/getOrderById": "our page reads order/getHistory",
  "order/getOrderWithItems": "our page reads order/getHistory",
  "order/getOrdersByEventId": "our list reads order/getOrders",
  "registration/scanByExtrasPurchaseId": "scanners of the first specification; our door uses door/sync",
  "sponsorship-package/getPackageById": "our page reads all packages of the event",
  "sponsorship/getSponsorshipById": "our page reads the list",
  "sponsorship/getSponsorshipsByRegistrationId": "our page reads the order",
};

function uncalledBy(sources: readonly string[]): string[] {
  const text = sources.join("\n");
  return Object.entries(calls)
    .filter(([name, { access }]) => access !== "public" && !text.includes(`"${name}"`))
    .map(([name]) => name)
    .sort();
}

const sources = globSync("web/**/*.{ts,tsx}", { cwd: root })
  .filter((path) => !path.includes(".test."))
  .map((path) => readFileSync(join(root, path), "utf8"));

test("each call that is not public is called by a page or is listed with a reason", () => {
  expect(uncalledBy(sources)).toEqual(Object.keys(callsOfOtherPrograms).sort());
});

test("a call that no page calls is found", () => {
  const without = sources.map((source) => source.replaceAll('"registration/updateAttendee"', ""));
  expect(uncalledBy(without)).toContain("registration/updateAttendee");
});
