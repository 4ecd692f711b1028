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
const examples: Record<QuestionType, { accepted: readonly Answer[]; refused: readonly [Answer, string][] }> =
  {
    [SHORT_ANSWER]: {
      accepted: ["Nuts", "x".repeat(500)],
      refused: [
        ["x".repeat(501), "must be at most 500 characters"],
        [["a", "b"], "takes one answer"],
      ],
    },
    [PARAGRAPH]: {
      accepted: ["One line\nand another", "x".repeat(5000)],
      refused: [
        ["x".repeat(5001), "must be at most 5000 characters"],
        [["a", "b"], "takes one answer"],
      ],
    },
    [MULTIPLE_CHOICE]: {
      accepted: ["Fish", ["Vegan"]],
      refused: [
        ["Meat", "must be one of the options"],
        [menu, "takes one answer"],
      ],
    },
    [CHECKBOXES]: {
      accepted: ["Fish", menu],
      refused: [
        [["Fish", "Fish"], "names an option twice"],
        [["Fish", "Meat"], "must be one of the options"],
      ],
    },
    [DROPDOWN]: {
      accepted: ["Vegan"],
      refused: [
        ["fish", "must be one of the options"],
        [menu, "takes one answer"],
      ],
    },
  };

describe("an answer", () => {
  test.each(questionTypeIds)(
    "a missing answer is refused if the question of type %i is required, and only then",
    (typeId) => {
      for (const missing of [undefined, null, "", "  ", [], [" "]]) {
        expect(answerProblem(ask(typeId, true), missing)).toBe("is required");
        expect(answerProblem(ask(typeId), missing)).toBeNull();
      }
    },
  );

  test.each(questionTypeIds)(
    "an answer to a question of type %i is accepted, or refused with the reason",
    (typeId) => {
      const { accepted, refused } = examples[typeId as QuestionType];
      expect(accepted.map((answer) => answerProblem(ask(typeId), answer))).toEqual(accepted.map(() => null));
      expect(refused.map(([answer]) => answerProblem(ask(typeId), answer))).toEqual(
        refused.map(([, problem]) => problem),
      );
    },
  );

  test("an answer to a question of an unknown type is refused", () => {
    const unknown = Math.max(...questionTypeIds) + 1;
    expect(answerProblem(ask(unknown), "Nuts")).toBe("answers a question of an unknown type");
  });
});

test("an answer is stored as one text with one option per line, and an empty answer as null", () => {
  expect(answerText(menu)).toBe("Fish\nVegan");
  expect(answerText(" Nuts ")).toBe("Nuts");
  for (const empty of [undefined, null, "", " ", [], [""]]) expect(answerText(empty)).toBeNull();
});
