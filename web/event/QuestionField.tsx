/** One of the event's questions, of any type (docs/product.md §9). */
import type { ReactElement } from "react";
import {
  type Answer,
  CHECKBOXES,
  DROPDOWN,
  MULTIPLE_CHOICE,
  PARAGRAPH,
  type QuestionType,
  SHORT_ANSWER,
} from "../../contract/rules/questions.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import classes from "../ui/fields.module.css";
import { FieldError, LabelledField } from "../ui/LabelledField.tsx";

interface QuestionFieldProps {
  id: string;
  question: FormQuestion;
  /** Whether this person must answer it. */
  required: boolean;
  answer: Answer | undefined;
  problem: string | undefined;
  onChange: (answer: Answer) => void;
}

/** A type without a case does not compile. */
export function QuestionField(field: QuestionFieldProps): ReactElement {
  const { id, question, required, answer, problem, onChange } = field;
  const text = typeof answer === "string" ? answer : (answer?.[0] ?? "");
  switch (question.typeId as QuestionType) {
    case MULTIPLE_CHOICE:
    case CHECKBOXES:
      return <OptionsField {...field} />;
    case DROPDOWN:
      return <DropdownField {...field} />;
    case SHORT_ANSWER:
    case PARAGRAPH:
      return (
        <LabelledField
          id={id}
          label={question.text}
          value={text}
          optional={!required}
          multiline={question.typeId === PARAGRAPH}
          problem={problem}
          autoComplete="off"
          onChange={onChange}
        />
      );
  }
}

function OptionsField({ id, question, required, answer, problem, onChange }: QuestionFieldProps) {
  const takesSeveral = question.typeId === CHECKBOXES;
  const chosen = typeof answer === "string" ? [answer] : (answer ?? []);
  const choose = (option: string, isChosen: boolean) => {
    if (!takesSeveral) onChange(option);
    // In the question's own order, not the order of ticking.
    else
      onChange((question.options ?? []).filter((one) => (one === option ? isChosen : chosen.includes(one))));
  };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={classes.options}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      data-invalid={problem !== undefined || undefined}
    >
      <legend>
        {question.text} {!required && <span className={classes.optional}>(optional)</span>}
      </legend>
      {(question.options ?? []).map((option) => (
        <label key={option} className={classes.option}>
          <input
            type={takesSeveral ? "checkbox" : "radio"}
            name={id}
            value={option}
            checked={chosen.includes(option)}
            onChange={({ currentTarget }) => choose(option, currentTarget.checked)}
          />
          {option}
        </label>
      ))}
      {!takesSeveral && !required && chosen.length > 0 && chosen[0] !== "" && (
        <button type="button" className={classes.clear} onClick={() => onChange("")}>
          Clear this answer
        </button>
      )}
      <FieldError id={id} problem={problem} />
    </fieldset>
  );
}

function DropdownField({ id, question, required, answer, problem, onChange }: QuestionFieldProps) {
  return (
    <div className={`field ${classes.field}`}>
      <label htmlFor={id}>
        {question.text} {!required && <span className={classes.optional}>(optional)</span>}
      </label>
      <select
        id={id}
        name={id}
        value={typeof answer === "string" ? answer : ""}
        aria-required={required}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{required ? "Choose…" : "No answer"}</option>
        {(question.options ?? []).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <FieldError id={id} problem={problem} />
    </div>
  );
}
