import { describe, expect, test } from "vitest";
import {
  AGREEMENT,
  type Answer,
  answerProblem,
  answerText,
  answerWords,
  CHECKBOXES,
  COUNTRY,
  DATE,
  DROPDOWN,
  EMAIL,
  MULTIPLE_CHOICE,
  NUMBER,
  PARAGRAPH,
  PHONE,
  type QuestionType,
  questionTypeIds,
  questionTypes,
  SHORT_ANSWER,
  takesOptions,
} from "./questions.ts";

const menu = ["Fish", "Vegan"];
const questionOf = (typeId: number, required = false) => ({
  typeId,
  required,
  options: takesOptions(typeId) ? menu : null,
});

const examples: Record<QuestionType, { accepted: readonly Answer[]; refused: readonly [Answer, string][] }> =
  {
    [SHORT_ANSWER]: {
      accepted: ["Nuts", "x".repeat(500)],
      refused: [
        ["x".repeat(501), "must be at most 500 characters"],
        [["a", "b"], "must be a single answer"],
      ],
    },
    [PARAGRAPH]: {
      accepted: ["One line\nand another", "x".repeat(5000)],
      refused: [
        ["x".repeat(5001), "must be at most 5000 characters"],
        [["a", "b"], "must be a single answer"],
      ],
    },
    [MULTIPLE_CHOICE]: {
      accepted: ["Fish", ["Vegan"]],
      refused: [
        ["Meat", "must be one of the options"],
        [menu, "must be a single answer"],
      ],
    },
    [CHECKBOXES]: {
      accepted: ["Fish", menu],
      refused: [
        [["Fish", "Fish"], "has one option twice"],
        [["Fish", "Meat"], "must be one of the options"],
      ],
    },
    [DROPDOWN]: {
      accepted: ["Vegan"],
      refused: [
        ["fish", "must be one of the options"],
        [menu, "must be a single answer"],
      ],
    },
    [DATE]: {
      accepted: ["2026-12-31", "1936-02-29", " 2026-01-01 "],
      refused: [
        ["2026-02-30", "must be a day such as 2026-12-31"],
        ["2027-02-29", "must be a day such as 2026-12-31"],
        ["2026-13-01", "must be a day such as 2026-12-31"],
        ["31.12.2026", "must be a day such as 2026-12-31"],
        ["0026-12-31", "must be a day such as 2026-12-31"],
        [["2026-12-31", "2026-12-30"], "must be a single answer"],
      ],
    },
    [NUMBER]: {
      accepted: ["0", "42", "-3", "2.5"],
      refused: [
        ["1,500", "must be a number such as 12 or 2.5"],
        ["1e9", "must be a number such as 12 or 2.5"],
        ["two", "must be a number such as 12 or 2.5"],
        ["9".repeat(16), "must be a number such as 12 or 2.5"],
      ],
    },
    [EMAIL]: {
      accepted: ["ada@example.org"],
      refused: [
        ["ada@example", "must be an e-mail address like name@example.com"],
        [`${"a".repeat(250)}@b.cd`, "must be an e-mail address like name@example.com"],
      ],
    },
    [PHONE]: {
      accepted: ["+44 20 7946 0018", "(030) 123-456", "040/12345"],
      refused: [
        ["1234", "must be a phone number such as +44 20 7946 0018"],
        ["call me", "must be a phone number such as +44 20 7946 0018"],
        ["1".repeat(21), "must be a phone number such as +44 20 7946 0018"],
      ],
    },
    [COUNTRY]: {
      accepted: ["DE", "TH"],
      refused: [
        ["XX", "must be the code of a country such as DE"],
        ["Germany", "must be the code of a country such as DE"],
        ["de", "must be the code of a country such as DE"],
      ],
    },
    [AGREEMENT]: {
      accepted: ["true"],
      refused: [
        ["yes", 'must be "true"'],
        ["false", 'must be "true"'],
      ],
    },
  };

describe("an answer", () => {
  test.each(questionTypeIds)(
    "a missing answer is refused if the question of type %i is required, and only then",
    (typeId) => {
      for (const missing of [undefined, null, "", "  ", [], [" "]]) {
        expect(answerProblem(questionOf(typeId, true), missing)).toBe("is required");
        expect(answerProblem(questionOf(typeId), missing)).toBeNull();
      }
    },
  );

  test.each(questionTypeIds)(
    "an answer to a question of type %i is accepted, or refused with the reason",
    (typeId) => {
      const { accepted, refused } = examples[typeId as QuestionType];
      expect(accepted.map((answer) => answerProblem(questionOf(typeId), answer))).toEqual(
        accepted.map(() => null),
      );
      expect(refused.map(([answer]) => answerProblem(questionOf(typeId), answer))).toEqual(
        refused.map(([, problem]) => problem),
      );
    },
  );

  test("the example of a format is a valid answer, and the refusal of an invalid answer contains it", () => {
    for (const { answered } of Object.values(questionTypes)) {
      if (answered.by !== "format") continue;
      expect(answered.fits(answered.example)).toBe(true);
      expect(answered.otherwise).toContain(answered.example);
    }
  });

  test("an answer to a question of an unknown type is refused", () => {
    const unknown = Math.max(...questionTypeIds) + 1;
    expect(answerProblem(questionOf(unknown), "Nuts")).toBe("answers a question of an unknown type");
  });
});

test("an answer is stored as one text with one option per line, and an empty answer as null", () => {
  expect(answerText(menu)).toBe("Fish\nVegan");
  expect(answerText(" Nuts ")).toBe("Nuts");
  for (const empty of [undefined, null, "", " ", [], [""]]) expect(answerText(empty)).toBeNull();
});

test('a stored answer is shown as a country\'s name, as "Agreed", or unchanged', () => {
  expect(answerWords(COUNTRY, "DE")).toBe("Germany");
  expect(answerWords(COUNTRY, "XX")).toBe("XX");
  expect(answerWords(AGREEMENT, "true")).toBe("Agreed");
  expect(answerWords(SHORT_ANSWER, "true")).toBe("true");
});
