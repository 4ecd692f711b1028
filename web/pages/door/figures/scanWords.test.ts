import { expect, test } from "vitest";
import { conflictWords, scanWords, whereWords } from "./scanWords.ts";

test.each([
  ["admit", "welcome", false, "Let in"],
  ["admit", "notPaid", false, "Refused: not paid"],
  ["admit", "notPaid", true, "Let in, though not paid"],
  ["admit", "alreadyIn", true, "Let in, though already in"],
  ["redeem", "welcome", false, "Handed over"],
  ["redeem", "alreadyIn", true, "Handed over, though handed over already"],
  ["undo", "welcome", false, "Undone"],
] as const)("a scan of %s, %s, conflict %s reads %s", (kind, verdict, conflict, words) => {
  expect(scanWords({ kind, verdict, conflict }).words).toBe(words);
});

test("a conflict of repeated scans reads “Let in” for people and “Handed over” for extras", () => {
  expect(conflictWords({ reason: "twice", purchaseId: null }).reason).toBe("Let in more than once");
  expect(conflictWords({ reason: "twice", purchaseId: 4 }).reason).toBe("Handed over more than once");
});

test("a check-in from the list of attendees has no gate", () => {
  expect(whereWords({ gate: "", by: "Ada Berg" })).toBe("List of attendees, by Ada Berg");
  expect(whereWords({ gate: "North gate", by: "" })).toBe("North gate");
});
