import { expect, test } from "vitest";
import { clockWords } from "./clockWords.ts";

test("instants are said by the clocks of the event", () => {
  const at = "2026-06-15T22:15:00.000Z";
  expect(clockWords("Europe/Berlin", "day")(at)).toBe("Jun 16");
  expect(clockWords("Europe/Berlin", "hour")(at)).toBe("Jun 16, 12 AM");
  expect(clockWords("Asia/Bangkok", "quarter")(at)).toBe("5:15 AM");
  expect(clockWords("Asia/Bangkok", "dayAndQuarter")(at)).toBe("Jun 16, 5:15 AM");
  expect(clockWords("Mars/Olympus", "quarter")(at)).toBe("10:15 PM");
});
