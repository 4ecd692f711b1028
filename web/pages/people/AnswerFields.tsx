/** The answers of one attendee, in a form of staff. None is required. */
import type { Answer } from "../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import { QuestionField } from "../../event/QuestionField.tsx";

interface AnswerFieldsProps {
  questions: readonly FormQuestion[];
  answers: Readonly<Record<string, Answer>>;
  onChange: (answers: Record<string, Answer>) => void;
}

export function AnswerFields({ questions, answers, onChange }: AnswerFieldsProps) {
  return questions.map((question) => (
    <QuestionField
      key={question.id}
      id={`answer${question.id}`}
      question={question}
      required={false}
      answer={answers[question.id]}
      problem={undefined}
      onChange={(answer) => onChange({ ...answers, [question.id]: answer })}
    />
  ));
}
