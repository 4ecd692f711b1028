import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import {
  AGREEMENT,
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
  SHORT_ANSWER,
  takesOptions,
} from "../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import { QuestionField } from "./QuestionField.tsx";

const fields: Record<QuestionType, RegExp> = {
  [SHORT_ANSWER]: /<input(?![^>]*(type|inputMode)=)/i,
  [PARAGRAPH]: /<textarea/,
  [MULTIPLE_CHOICE]: /<input[^>]*type="radio"/,
  [CHECKBOXES]: /<input[^>]*type="checkbox"[^>]*value="Fish"/,
  [DROPDOWN]: /<option value="Fish"/,
  [DATE]: /<input[^>]*type="date"/,
  [NUMBER]: /<input(?![^>]*type=)[^>]*inputMode="decimal"/i,
  [EMAIL]: /<input(?=[^>]*type="email")(?=[^>]*inputMode="email")/i,
  [PHONE]: /<input(?=[^>]*type="tel")(?=[^>]*inputMode="tel")/i,
  [COUNTRY]: /<option value="DE">Germany/,
  [AGREEMENT]: /<input[^>]*type="checkbox"[^>]*value="true".*I agree to Your main course/,
};

test.each(questionTypeIds)("a question of type %i has the field of its type", (typeId) => {
  const question: FormQuestion = {
    id: 1,
    eventId: 1,
    typeId,
    text: "Your main course",
    required: false,
    options: takesOptions(typeId) ? ["Fish", "Vegan"] : null,
    sortOrder: 1,
    showAtDoor: false,
    ticketIds: null,
    askedOf: "guest",
    askedWhen: "purchase",
    showIf: null,
  };
  const drawn = renderToString(
    <QuestionField
      id="one"
      question={question}
      required={false}
      answer={undefined}
      problem={undefined}
      onChange={() => {}}
    />,
  );
  expect(drawn).toMatch(fields[typeId as QuestionType]);
  // Its answer is part of a form that is posted without scripts.
  expect(drawn).toContain('name="one"');
  const others = Object.entries(fields).filter(([id]) => Number(id) !== typeId);
  expect(others.filter(([, field]) => field.test(drawn))).toEqual([]);
});
