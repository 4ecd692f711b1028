/** A question on which another one depends must not depend on an answer itself, so there are no loops. Pure. */
import type { FieldProblem } from "../../contract/endpoint.ts";
import type { AskedOf, AskedWhen, ShowIf } from "../../contract/rules/questions/asked.ts";
import { answerProblem } from "../../contract/rules/questions/questions.ts";

/** A question as it will be after the request. */
export interface PlannedQuestion {
  /** Its id; for a new question -n, if it is the n-th of the request. */
  key: number;
  /** The field of the request; null for a question that is not in it. */
  path: string | null;
  typeId: number;
  options: readonly string[] | null;
  askedOf: AskedOf;
  askedWhen: AskedWhen;
  showIf: ShowIf | null;
}

/** The problems by field. `removedPath` is the field that removes a question. */
export function showIfProblems(
  planned: readonly PlannedQuestion[],
  removedPath: (questionId: number) => string,
): FieldProblem[] {
  const byKey = new Map(planned.map((question) => [question.key, question]));
  return planned.flatMap((question) => {
    const { showIf, path } = question;
    if (showIf === null) return [];
    const other = byKey.get(showIf.questionId);
    const problem = problemOf(question, showIf, other);
    if (problem === null) return [];
    if (path !== null) return [{ path: `${path}.showIf.${problem.field}`, message: problem.message }];
    // The request changes or removes the question on which this one depends.
    const message = "is needed by a question that depends on it";
    return [{ path: other?.path ?? removedPath(showIf.questionId), message }];
  });
}

function problemOf(
  question: PlannedQuestion,
  { equals }: ShowIf,
  other: PlannedQuestion | undefined,
): { field: keyof ShowIf; message: string } | null {
  const field = "questionId";
  if (other === undefined) return { field, message: "is not a question of this event" };
  if (other === question) return { field, message: "must be another question" };
  if (other.showIf !== null) return { field, message: "must be a question that is always shown" };
  if (other.askedOf !== question.askedOf) return { field, message: "must be asked of the same people" };
  if (other.askedWhen === "later" && question.askedWhen === "purchase")
    return { field, message: "must not be asked later than this question" };
  const message = answerProblem({ ...other, required: true }, equals);
  return message === null ? null : { field: "equals", message };
}
