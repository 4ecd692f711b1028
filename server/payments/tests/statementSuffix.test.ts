import { expect, test } from "vitest";
import { statementSuffix } from "../statementSuffix.ts";

test.each([
  ["Gala", "GALA"],
  ["Summer party 2026", "SUMMER"],
  ["Fest am See", "FEST AM"],
  ["Straßenfest", "STRASSENFE"],
  ["Smörgås & Øl", "SMORGAS OL"],
  ["Chef's “Table” <1>", "CHEFS"],
  ['R&B * Night \\ "Two"', "R B NIGHT"],
  ["2026 Gala", "2026 GALA"],
  ["งานเลี้ยง Gala", "GALA"],
])("the event %s appears as %s on a bank statement", (name, suffix) => {
  expect(statementSuffix(name)).toBe(suffix);
});

test.each(["งานเลี้ยง", "2026", "🎉", ""])("the event %j adds nothing to a bank statement", (name) => {
  expect(statementSuffix(name)).toBeNull();
});
