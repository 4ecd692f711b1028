import { describe, expect, test } from "vitest";
import {
  type Answer,
  answerProblem,
  answerText,
  CHECKBOXES,
  DROPDOWN,
  MULTIPLE_CHOICE,
  PARAGRAPH,
  type QuestionType,
  questionTypeIds,
  SHORT_ANSWER,
  takesOptions,
} from "../questions.ts";

const menu = ["Fish", "Vegan"];
const ask = (typeId: number, required = false) => ({
  typeId,
  required,
  options: takesOptions(typeId) ? menu : null,
});

/** Valid answers of each type, and invalid ones with the reason. A type without examples does not compile. */
const examples: Record<QuestionType, { taken: readonly Answer[]; refused: readonly [Answer, string][] }> = {
  [SHORT_ANSWER]: {
    taken: ["Nuts", "x".repeat(500)],
    refused: [
      ["x".repeat(501), "must be at most 500 characters"],
      [["a", "b"], "takes one answer"],
    ],
  },
  [PARAGRAPH]: {
    taken: ["One line\nand another", "x".repeat(5000)],
    refused: [
      ["x".repeat(5001), "must be at most 5000 characters"],
      [["a", "b"], "takes one answer"],
    ],
  },
  [MULTIPLE_CHOICE]: {
    taken: ["Fish", ["Vegan"]],
    refused: [
      ["Meat", "must be one of the options"],
      [menu, "takes one answer"],
    ],
  },
  [CHECKBOXES]: {
    taken: ["Fish", menu],
    refused: [
      [["Fish", "Fish"], "names an option twice"],
      [["Fish", "Meat"], "must be one of the options"],
    ],
  },
  [DROPDOWN]: {
    taken: ["Vegan"],
    refused: [
      ["fish", "must be one of the options"],
      [menu, "takes one answer"],
    ],
  },
};

describe("an answer", () => {
  test.each(questionTypeIds)(
    "that is missing is refused for a required question of type %i, and for no other",
    (typeId) => {
      for (const missing of [undefined, null, "", "  ", [], [" "]]) {
        expect(answerProblem(ask(typeId, true), missing)).toBe("is required");
        expect(answerProblem(ask(typeId), missing)).toBeNull();
      }
    },
  );

  test.each(questionTypeIds)("to a question of type %i is taken or refused with the reason", (typeId) => {
    const { taken, refused } = examples[typeId as QuestionType];
    expect(taken.map((answer) => answerProblem(ask(typeId), answer))).toEqual(taken.map(() => null));
    expect(refused.map(([answer]) => answerProblem(ask(typeId), answer))).toEqual(
      refused.map(([, problem]) => problem),
    );
  });

  test("to a question of an unknown type is refused", () => {
    const unknown = Math.max(...questionTypeIds) + 1;
    expect(answerProblem(ask(unknown), "Nuts")).toBe("answers a question of an unknown type");
  });
});

test("an answer is kept as one text, an option a line, and nothing given as nothing", () => {
  expect(answerText(menu)).toBe("Fish\nVegan");
  expect(answerText(" Nuts ")).toBe("Nuts");
  for (const nothing of [undefined, null, "", " ", [], [""]]) expect(answerText(nothing)).toBeNull();
});
