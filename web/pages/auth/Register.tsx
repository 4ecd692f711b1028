import { Link, useNavigate } from "react-router";
import { passwordRule } from "../../../contract/rules/password.ts";
import { homeOf } from "../../../contract/rules/roles.ts";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { saveDeviceToken, savedDeviceToken, startSessionBy } from "../../stores/session.ts";
import { useSite } from "../../stores/site.ts";
import { TextField } from "../../ui/TextField.tsx";
import classes from "./AuthCard.module.css";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFormView } from "./AuthFormView.tsx";
import { registerProblems } from "./rules.ts";
import { useAuthForm } from "./useAuthForm.ts";

export function Component() {
  const navigate = useNavigate();
  const { policies: { termsUrl, privacyUrl } = {} } = useSite();
  const form = useAuthForm({
    check: registerProblems,
    send: async (textOf, idempotencyKey) => {
      const body = {
        fullName: textOf("fullName"),
        email: textOf("email"),
        password: textOf("password"),
        clubName: textOf("clubName"),
        device: savedDeviceToken(),
      };
      const { currentUser, device } = await startSessionBy((onToken) =>
        api.post("auth/register", body, { suppressToasts: true, idempotencyKey, onToken }),
      );
      saveDeviceToken(device);
      await navigate(homeOf(currentUser.role));
    },
    fieldOf: ({ code }) => (code === "emailTaken" ? "email" : null),
  });
  return (
    <AuthCard
      title="Register your club"
      lead="Sell tickets in minutes. You can invite your team later."
      foot={<Link to={paths.signin()}>Already have an account? Sign in</Link>}
    >
      <AuthFormView form={form} label="Register" busyLabel="Registering…">
        <TextField
          label="Your name"
          name="fullName"
          autoComplete="name"
          maxLength={120}
          problem={form.problems.fullName}
        />
        <div>
          <TextField
            label="Club name"
            optional
            name="clubName"
            autoComplete="organization"
            maxLength={120}
            problem={form.problems.clubName}
          />
          <p className={classes.hint}>If empty, the club has your name.</p>
        </div>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          problem={form.problems.email}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={passwordRule}
          problem={form.problems.password}
        />
        {termsUrl && (
          <p className={classes.hint}>
            By registering you accept Foyer’s{" "}
            <a href={termsUrl} target="_blank" rel="noreferrer">
              terms<span className="visuallyHidden"> (new tab)</span>
            </a>
            .
          </p>
        )}
        {privacyUrl && (
          <p className={classes.hint}>
            Foyer’s{" "}
            <a href={privacyUrl} target="_blank" rel="noreferrer">
              privacy notice<span className="visuallyHidden"> (new tab)</span>
            </a>{" "}
            says what happens to your data.
          </p>
        )}
      </AuthFormView>
    </AuthCard>
  );
}
