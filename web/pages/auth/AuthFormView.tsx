/** A form around signing in: its fields, what is wrong with the whole, and its one button. */
import type { ReactNode } from "react";
import classes from "./AuthCard.module.css";
import type { AuthForm } from "./useAuthForm.ts";

interface AuthFormViewProps {
  form: AuthForm;
  /** What the button does, and what it says meanwhile. */
  label: string;
  busyLabel: string;
  children: ReactNode;
}

export function AuthFormView({ form, label, busyLabel, children }: AuthFormViewProps) {
  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      {children}
      {form.refusal !== null && (
        <p role="alert" className="fieldProblem">
          {form.refusal}
        </p>
      )}
      <button type="submit" className="button" aria-busy={form.isBusy}>
        {form.isBusy ? busyLabel : label}
      </button>
    </form>
  );
}
