import { type InputHTMLAttributes, useId } from "react";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  name: string;
  optional?: boolean;
  /** Shown while there is no error message. */
  hint?: string;
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
