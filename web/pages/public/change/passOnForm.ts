import type { BodyInput } from "../../../../contract/all.ts";
import { isEmail } from "../../../../contract/rules/email.ts";
import { shownQuestions } from "../../../../contract/rules/questions/asked.ts";
import { type Answer, answerText } from "../../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import { questionProblem } from "../../../event/questionProblem.ts";
import { splitName } from "../../../words/names.ts";

/** The texts as typed; answers by question id. */
export interface PassOnValues {
  name: string;
  email: string;
  answers: Readonly<Record<number, Answer>>;
}

/** By the field's id in the page. */
export type PassOnProblems = Readonly<Record<string, string>>;

export const nameField = "pass.name";
export const emailField = "pass.email";
export const passOnQuestionField = (questionId: number) => `pass.question.${questionId}`;

export function problemsOf(
  { name, email, answers }: PassOnValues,
  { questions, mustAnswer }: { questions: readonly FormQuestion[]; mustAnswer: boolean },
): PassOnProblems {
  const problems: Record<string, string> = {};
  const { firstName, lastName } = splitName(name);
  if (firstName === "") problems[nameField] = "Enter the name of this person.";
  else if (firstName.length > 100 || lastName.length > 100)
    problems[nameField] = "A name must be at most 200 characters.";
  if (email.trim() === "") problems[emailField] = "Enter their e-mail address. We mail the ticket there.";
  else if (!isEmail(email.trim())) problems[emailField] = "Enter an e-mail address like name@example.com.";
  for (const question of shownQuestions(questions, answers)) {
    const isNeededNow = mustAnswer && question.askedWhen === "purchase";
    const problem = questionProblem(question, answers[question.id], isNeededNow);
    if (problem !== null) problems[passOnQuestionField(question.id)] = problem;
  }
  return problems;
}

export function bodyOf(
  { name, email, answers }: PassOnValues,
  attendeeId: number,
  questions: readonly FormQuestion[],
): Omit<BodyInput<"registration/passOn">, "registrationId" | "accessKey"> {
  return {
    attendeeId,
    ...splitName(name),
    email: email.trim(),
    answers: answersOf(answers, questions),
  };
}

function answersOf(answers: PassOnValues["answers"], questions: readonly FormQuestion[]) {
  return shownQuestions(questions, answers).flatMap(({ id: questionId }) => {
    const answer = answers[questionId];
    if (answer === undefined || answerText(answer) === null) return [];
    return [{ questionId, answer: typeof answer === "string" ? answer : [...answer] }];
  });
}

/** The field for a path in the server's refusal. */
export function fieldOfPath(
  path: string,
  { answers }: PassOnValues,
  questions: readonly FormQuestion[],
): string | null {
  const [root, place = ""] = path.split(".");
  if (root === "firstName" || root === "lastName") return nameField;
  if (root === "email") return emailField;
  if (root !== "answers") return null;
  // A required answer that is missing has "question12" in place of an index.
  if (place.startsWith("question")) return passOnQuestionField(Number(place.slice("question".length)));
  const sentAnswer = answersOf(answers, questions)[Number(place)];
  return sentAnswer === undefined ? null : passOnQuestionField(sentAnswer.questionId);
}
