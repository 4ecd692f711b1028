import type { ReactNode } from "react";
import classes from "./AuthCard.module.css";
import type { AuthForm } from "./useAuthForm.ts";

interface AuthFormViewProps {
  form: AuthForm;
  label: string;
  busyLabel: string;
  children?: ReactNode;
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
