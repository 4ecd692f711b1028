import { expect, test } from "vitest";
import type { DoorPurchase } from "../../../../../contract/shapes/door/door.ts";
import { countsToHand, handOverWords, handoverTexts, leftWords, stillLeftWords } from "./handoverWords.ts";

const handover = { scanId: "s", at: "2026-11-21T18:42:00Z", gate: "North gate", by: "" };
const bought: DoorPurchase = {
  purchaseId: 5,
  registrationId: 10,
  codeHash: "",
  items: [
    { title: "Wine", quantity: 3 },
    { title: "Print", quantity: 1 },
  ],
  state: "active",
  redemption: null,
  handovers: [{ ...handover, counts: [1, 0] }],
};

test("all that is left is handed over unless fewer are chosen, and never more than is left", () => {
  expect(countsToHand(bought, undefined)).toEqual([2, 1]);
  expect(countsToHand(bought, [1, 0])).toEqual([1, 0]);
  expect(countsToHand(bought, [3, 1])).toEqual([2, 1]);
});

test("the button shows how many are handed over of those that are left", () => {
  expect(handOverWords(bought, [2, 1])).toBe("Hand over all 3");
  expect(handOverWords(bought, [1, 0])).toBe("Hand over 1 of 3");
  expect(handOverWords(bought, [0, 0])).toBe("Hand over");
  const one = { ...bought, handovers: [{ ...handover, counts: [3, 0] }] };
  expect(handOverWords(one, [0, 1])).toBe("Hand over");
});

test("each item shows how many are left, and a handover what was handed over, when and where", () => {
  expect([leftWords(2, 3), leftWords(0, 3), leftWords(0, 1)]).toEqual([
    "2 of 3 left",
    "All 3 handed over",
    "Handed over",
  ]);
  expect(stillLeftWords(bought)).toBe("2\u00a0×\u00a0Wine, 1\u00a0×\u00a0Print left");
  expect(stillLeftWords({ ...bought, handovers: [{ ...handover, counts: [3, 1] }] })).toBeNull();
  const berlin = { timeZone: "Europe/Berlin", dateFormat: "DD/MM/YYYY HH:mm" } as const;
  expect(handoverTexts(bought, berlin)).toEqual([
    { key: "s", words: "1\u00a0×\u00a0Wine handed over 19:42 at North gate" },
  ]);
});
