/** A labelled line of text that says what is wrong with it. */
import { type InputHTMLAttributes, useId } from "react";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  name: string;
  /** What is wrong, as a sentence. */
  problem?: string | undefined;
}

export function TextField({ label, problem, ...input }: TextFieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
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
