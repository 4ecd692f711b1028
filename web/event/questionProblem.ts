import { AGREEMENT, type Answer, answerProblem } from "../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";

/** The message for the person who answers, or null. With `mustAnswer` false, a required question is optional. */
export function questionProblem(
  question: FormQuestion,
  answer: Answer | undefined,
  mustAnswer: boolean,
): string | null {
  const problem = answerProblem({ ...question, required: question.required && mustAnswer }, answer);
  if (problem === null) return null;
  if (problem === "is required") {
    if (question.typeId === AGREEMENT) return "Tick this box to go on.";
    return question.options === null ? "Answer this question." : "Choose an answer.";
  }
  return `The answer ${problem}.`;
}
