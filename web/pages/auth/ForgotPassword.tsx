/** Shows the same text, whether the account exists or not. */
import { useState } from "react";
import { Link } from "react-router";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { TextField } from "../../ui/TextField.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFormView } from "./AuthFormView.tsx";
import { emailProblems } from "./rules.ts";
import { useAuthForm } from "./useAuthForm.ts";

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAuthForm({
    check: emailProblems,
    send: async (textOf) => {
      const email = textOf("email").trim();
      await api.post("auth/forgotPassword", { email }, { suppressToasts: true });
      setSentTo(email);
    },
  });
  const foot = <Link to={paths.signin()}>Back to sign in</Link>;
  if (sentTo !== null) {
    return (
      <AuthCard
        title="Check your e-mail"
        lead={
          <span role="status">
            If {sentTo} has an account, a link for a new password is on its way. It works once, within an
            hour.
          </span>
        }
        foot={foot}
      />
    );
  }
  return (
    <AuthCard title="Forgotten password" lead="We mail you a link to choose a new password." foot={foot}>
      <AuthFormView form={form} label="Mail me a link" busyLabel="Sending…">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          problem={form.problems.email}
        />
      </AuthFormView>
    </AuthCard>
  );
}
