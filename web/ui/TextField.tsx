/** A labelled text field with its error message. */
import { type InputHTMLAttributes, useId } from "react";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  name: string;
  /** Optional fields are marked; all others are required. */
  optional?: boolean;
  /** What to type, while there is no error message. */
  hint?: string;
  /** The error message, as a sentence. */
  problem?: string | undefined;
}

export function TextField({ label, optional = false, hint, problem, ...input }: TextFieldProps) {
  const id = useId();
  const wordsId = `${id}-words`;
  const words = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{optional ? `${label} (optional)` : label}</label>
      <input
        id={id}
        aria-required={!optional}
        {...input}
        {...(problem !== undefined && { "aria-invalid": true })}
        {...(words !== undefined && { "aria-describedby": wordsId })}
      />
      {words !== undefined && (
        <p id={wordsId} className={problem === undefined ? "small" : "fieldProblem"}>
          {words}
        </p>
      )}
    </div>
  );
}
