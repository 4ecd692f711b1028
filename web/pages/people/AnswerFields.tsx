/** The fields for an attendee's answers; none is required. */
import type { Answer } from "../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import { QuestionField } from "../../event/QuestionField.tsx";

interface AnswerFieldsProps {
  questions: readonly FormQuestion[];
  /** Its values have `answers`, by the questions' ids. */
  form: { getInputProps(path: string): AnswerInput };
}

interface AnswerInput {
  value?: Answer;
  error?: string;
  onChange: (answer: Answer) => void;
}

export function AnswerFields({ questions, form }: AnswerFieldsProps) {
  return questions.map((question) => {
    // The field's name is its path, because StaffForm marks a date that is typed in part by the field's name.
    const path = `answers.${question.id}`;
    const { value, error, onChange } = form.getInputProps(path);
    return (
      <QuestionField
        key={question.id}
        id={path}
        question={question}
        required={false}
        answer={value}
        problem={error}
        onChange={onChange}
      />
    );
  });
}
