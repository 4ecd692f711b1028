/** The fields of an event's questions (docs/product.md §3). */
import type { ReactElement } from "react";
import { countries } from "../../contract/rules/questions/countries.ts";
import {
  AGREED,
  AGREEMENT,
  type Answer,
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
  questionWords,
  SHORT_ANSWER,
} from "../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import classes from "../ui/fields.module.css";
import { FieldError, LabelledField, OptionalMark } from "../ui/LabelledField.tsx";

interface QuestionFieldProps {
  id: string;
  question: FormQuestion;
  /** Whether this person must answer it now. */
  required: boolean;
  /** Whether it must be answered, but may be left for later. */
  isLater?: boolean;
  answer: Answer | undefined;
  problem: string | undefined;
  onChange: (answer: Answer) => void;
}

const lineInputs = {
  [SHORT_ANSWER]: {},
  // Not `type: "number"`, because such a field changes its value when somebody scrolls over it.
  [NUMBER]: { inputMode: "decimal" },
  [DATE]: { type: "date" },
  [EMAIL]: { type: "email", inputMode: "email" },
  [PHONE]: { type: "tel", inputMode: "tel" },
} as const;

/** A type without a case does not compile. */
export function QuestionField(field: QuestionFieldProps): ReactElement {
  const { id, question, answer, problem, onChange } = field;
  const text = typeof answer === "string" ? answer : (answer?.[0] ?? "");
  const typeId = question.typeId as QuestionType;
  switch (typeId) {
    case MULTIPLE_CHOICE:
    case CHECKBOXES:
      return <OptionsField {...field} />;
    case DROPDOWN:
      return <ChoiceField {...field} choices={(question.options ?? []).map((option) => [option, option])} />;
    case COUNTRY:
      return <ChoiceField {...field} choices={countries.map(({ code, name }) => [code, name])} />;
    case AGREEMENT:
      return <AgreementField {...field} />;
    case PARAGRAPH:
    case SHORT_ANSWER:
    case DATE:
    case NUMBER:
    case EMAIL:
    case PHONE:
      return (
        <LabelledField
          {...(typeId === PARAGRAPH ? { multiline: true } : lineInputs[typeId])}
          id={id}
          label={question.text}
          value={text}
          optional={optionalOf(field)}
          problem={problem}
          autoComplete="off"
          onChange={onChange}
        />
      );
  }
}

function optionalOf({ required, isLater = false }: QuestionFieldProps): boolean | "later" {
  return isLater ? "later" : !required;
}

function AgreementField(field: QuestionFieldProps) {
  const { id, question, required, answer, problem, onChange } = field;
  return (
    <div className={classes.options} data-invalid={problem !== undefined || undefined}>
      <label className={classes.option}>
        <input
          id={id}
          type="checkbox"
          name={id}
          value={AGREED}
          checked={answer === AGREED}
          aria-required={required}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? AGREED : "")}
        />
        <span>
          {questionWords(question)}
          <OptionalMark optional={optionalOf(field)} />
        </span>
      </label>
      <FieldError id={id} problem={problem} />
    </div>
  );
}

function OptionsField(field: QuestionFieldProps) {
  const { id, question, required, answer, problem, onChange } = field;
  const takesSeveral = question.typeId === CHECKBOXES;
  const chosen = typeof answer === "string" ? [answer] : (answer ?? []);
  const choose = (option: string, isChosen: boolean) => {
    if (!takesSeveral) onChange(option);
    // In the order of the question's options, not the order in which they were ticked.
    else
      onChange((question.options ?? []).filter((one) => (one === option ? isChosen : chosen.includes(one))));
  };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={classes.options}
      {...(!takesSeveral && {
        role: "radiogroup",
        "aria-required": required,
        "aria-invalid": problem !== undefined,
      })}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      data-invalid={problem !== undefined || undefined}
    >
      <legend>
        {question.text}
        <OptionalMark optional={optionalOf(field)} />
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

interface ChoiceFieldProps extends QuestionFieldProps {
  choices: readonly (readonly [value: string, words: string])[];
}

function ChoiceField({ choices, ...field }: ChoiceFieldProps) {
  const { id, question, required, answer, problem, onChange } = field;
  return (
    <div className={`field ${classes.field}`}>
      <label htmlFor={id}>
        {question.text}
        <OptionalMark optional={optionalOf(field)} />
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
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <FieldError id={id} problem={problem} />
    </div>
  );
}
