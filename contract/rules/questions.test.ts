import { describe, expect, test } from "vitest";
import {
  type Answer,
  answerProblem,
  answerText,
  CHECKBOXES,
  DROPDOWN,
  MULTIPLE_CHOICE,
  PARAGRAPH,
  questionTypes,
  SHORT_ANSWER,
} from "./questions.ts";

// docs/product.md §3
test("question types are 0 Short answer, 1 Paragraph, 2 Multiple choice, 3 Checkboxes, 4 Dropdown", () => {
  expect([SHORT_ANSWER, PARAGRAPH, MULTIPLE_CHOICE, CHECKBOXES, DROPDOWN]).toEqual([0, 1, 2, 3, 4]);
  expect(Object.values(questionTypes).map(({ name }) => name)).toEqual([
    "Short answer",
    "Paragraph",
    "Multiple choice",
    "Checkboxes",
    "Dropdown",
  ]);
});

const menu = ["Fish", "Vegan"];
const ask = (typeId: number, required = false) => ({
  typeId,
  required,
  options: typeId === SHORT_ANSWER || typeId === PARAGRAPH ? null : menu,
});

describe("an answer", () => {
  test.each([SHORT_ANSWER, PARAGRAPH, MULTIPLE_CHOICE, CHECKBOXES, DROPDOWN])(
    "that is missing is refused for a required question of type %i, and for no other",
    (typeId) => {
      for (const missing of [undefined, null, "", "  ", [], [" "]]) {
        expect(answerProblem(ask(typeId, true), missing)).toBe("is required");
        expect(answerProblem(ask(typeId), missing)).toBeNull();
      }
    },
  );

  test.each<[string, number, Answer, string | null]>([
    ["a text", SHORT_ANSWER, "Nuts", null],
    ["an answer of a type that nobody knows", 5, "Nuts", "answers a question of an unknown type"],
    ["a text that is too long", SHORT_ANSWER, "x".repeat(501), "must be at most 500 characters"],
    ["a long paragraph", PARAGRAPH, "x".repeat(5000), null],
    ["a paragraph that is too long", PARAGRAPH, "x".repeat(5001), "must be at most 5000 characters"],
    ["one of the options", MULTIPLE_CHOICE, "Fish", null],
    ["none of the options", MULTIPLE_CHOICE, "Meat", "must be one of the options"],
    ["two where one is meant", MULTIPLE_CHOICE, menu, "takes one answer"],
    ["two where one is meant", DROPDOWN, menu, "takes one answer"],
    ["two lines of text where one is meant", SHORT_ANSWER, ["a", "b"], "takes one answer"],
    ["an option in other letters", DROPDOWN, "fish", "must be one of the options"],
    ["several options", CHECKBOXES, menu, null],
    ["an option twice", CHECKBOXES, ["Fish", "Fish"], "names an option twice"],
    ["one option and another thing", CHECKBOXES, ["Fish", "Meat"], "must be one of the options"],
  ])("%s (type %i)", (_what, typeId, answer, problem) => {
    expect(answerProblem(ask(typeId), answer)).toBe(problem);
  });
});

test("an answer is kept as one text, an option a line, and nothing given as nothing", () => {
  expect(answerText(menu)).toBe("Fish\nVegan");
  expect(answerText(" Nuts ")).toBe("Nuts");
  for (const nothing of [undefined, null, "", " ", [], [""]]) expect(answerText(nothing)).toBeNull();
});
