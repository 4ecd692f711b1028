/** /auth/Signin: for the people of a club. */
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { ApiError, problemsByField } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { BrandMark } from "../../layouts/BrandMark.tsx";
import { typedText } from "../../lib/typedText.ts";
import { paths } from "../../paths.ts";
import { signIn } from "../../stores/session.ts";
import { TextField } from "../../ui/TextField.tsx";
import classes from "./Signin.module.css";

export function Component() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ msg: string; problems: Record<string, string> } | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const email = typedText(typed, "email");
    const password = typedText(typed, "password");
    let token = "";
    setBusy(true);
    try {
      const { currentUser } = await api.post(
        "auth/signin",
        { email, password },
        {
          suppressToasts: true,
          onToken: (received) => {
            token = received;
          },
        },
      );
      signIn({ token, currentUser });
      await navigate(homeOf(currentUser.role));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal({ msg: error.msg, problems: problemsByField(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.page}>
      <Link to={paths.home()} className={classes.brand}>
        <BrandMark /> Foyer
      </Link>
      <div className={classes.card}>
        <h1>Sign in</h1>
        <p className={classes.lead}>For clubs and their teams.</p>
        <form className={classes.form} onSubmit={(event) => void submit(event)}>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            problem={refusal?.problems.email}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            problem={refusal?.problems.password}
          />
          {refusal !== null && (
            <p role="alert" className="fieldProblem">
              {refusal.msg}
            </p>
          )}
          <button type="submit" className="button" disabled={busy}>
            {busy ? "Signing in…" : "Sign in"}
          </button>
        </form>
      </div>
    </section>
  );
}
