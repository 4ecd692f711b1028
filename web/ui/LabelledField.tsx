import type { InputHTMLAttributes } from "react";
import classes from "./fields.module.css";

interface LabelledFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "type" | "autoComplete" | "inputMode" | "maxLength" | "placeholder"
  > {
  id: string;
  label: string;
  value: string;
  /** Whether the field may stay empty: always (true), or for now ("later"). */
  optional?: boolean | "later";
  hint?: string;
  problem: string | undefined;
  multiline?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

export function LabelledField({
  id,
  label,
  value,
  optional,
  hint,
  problem,
  multiline,
  onChange,
  ...rest
}: LabelledFieldProps) {
  const descriptionIds = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  const inputProps = {
    ...rest,
    id,
    name: id,
    value,
    "aria-required": !optional,
    "aria-invalid": problem !== undefined,
    "aria-describedby": descriptionIds || undefined,
  };
  return (
    <div className={`field ${classes.field}`}>
      <label htmlFor={id}>
        {label}
        <OptionalMark optional={optional} />
      </label>
      {multiline ? (
        <textarea {...inputProps} rows={4} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      ) : (
        <input {...inputProps} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <FieldError id={id} problem={problem} />
    </div>
  );
}

export function OptionalMark({ optional }: Pick<LabelledFieldProps, "optional">) {
  if (!optional) return null;
  return (
    <>
      {" "}
      <span className={classes.optional}>({optional === "later" ? "needed later" : "optional"})</span>
    </>
  );
}

export function FieldError({ id, problem }: { id: string; problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p id={`${id}-problem`} className="fieldProblem">
      {problem}
    </p>
  );
}
