import { expect, test } from "vitest";
import { answeredWords } from "./answeredWords.ts";

test.each([
  [{ asked: 1060, answered: 40, noLongerAsked: 0 }, "40 of the 1,060 who are asked"],
  [{ asked: 1, answered: 1, noLongerAsked: 4 }, "1 of the 1 who are asked, and 4 who are not asked any more"],
  [{ asked: 0, answered: 0, noLongerAsked: 1 }, "1 who is not asked any more"],
])("the answers %o are those of %s", (counts, words) => {
  expect(answeredWords(counts)).toBe(words);
});
