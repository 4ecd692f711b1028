import { expect, test } from "vitest";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import { bodyOf, fieldOfPath, type PassOnValues, problemsOf } from "./passOnForm.ts";

const question = {
  id: 7,
  typeId: 0,
  text: "Allergies?",
  required: true,
  options: null,
  askedWhen: "purchase",
  showIf: null,
} as FormQuestion;
const values: PassOnValues = { name: "Ada van Dyk", email: " ada@example.org ", answers: { 7: "None" } };

test("a name and an address are required, and answers only if the rule requires them", () => {
  const rule = { questions: [question], mustAnswer: true };
  expect(problemsOf(values, rule)).toEqual({});
  expect(Object.keys(problemsOf({ name: " ", email: "no", answers: {} }, rule))).toEqual([
    "pass.name",
    "pass.email",
    "pass.question.7",
  ]);
  expect(Object.keys(problemsOf({ ...values, email: " " }, rule))).toEqual(["pass.email"]);
  const optionalRule = { questions: [question], mustAnswer: false };
  expect(problemsOf({ ...values, answers: {} }, optionalRule)).toEqual({});
});

test("the name is sent in two parts, with the given answers", () => {
  expect(bodyOf(values, 3, [question])).toEqual({
    attendeeId: 3,
    firstName: "Ada",
    lastName: "van Dyk",
    email: "ada@example.org",
    answers: [{ questionId: 7, answer: "None" }],
  });
});

test("a refusal of the server is shown at its field", () => {
  const field = (path: string) => fieldOfPath(path, values, [question]);
  expect(["lastName", "email", "answers.question7", "answers.0", "refundAmount"].map(field)).toEqual([
    "pass.name",
    "pass.email",
    "pass.question.7",
    "pass.question.7",
    null,
  ]);
});
