/** A labelled text field with its error message. */
import { type InputHTMLAttributes, useId } from "react";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  name: string;
  /** Optional fields are marked; all others are required. */
  optional?: boolean;
  /** The error message, as a sentence. */
  problem?: string | undefined;
}

export function TextField({ label, optional = false, problem, ...input }: TextFieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div className="field">
      <label htmlFor={id}>{optional ? `${label} (optional)` : label}</label>
      <input
        id={id}
        aria-required={!optional}
        {...input}
        {...(problem !== undefined && { "aria-invalid": true, "aria-describedby": problemId })}
      />
      {problem !== undefined && (
        <p id={problemId} className="fieldProblem">
          {problem}
        </p>
      )}
    </div>
  );
}
