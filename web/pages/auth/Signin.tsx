import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { ApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { saveDeviceToken, savedDeviceToken, startSessionBy } from "../../stores/session.ts";
import { TextField } from "../../ui/TextField.tsx";
import classes from "./AuthCard.module.css";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFormView } from "./AuthFormView.tsx";
import { signinProblems } from "./rules.ts";
import { useAuthForm } from "./useAuthForm.ts";

interface Credentials {
  email: string;
  password: string;
}

export function Component() {
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  return credentials === null ? (
    <PasswordStep onCodeNeeded={setCredentials} />
  ) : (
    <CodeStep credentials={credentials} onBack={() => setCredentials(null)} />
  );
}

function PasswordStep({ onCodeNeeded }: { onCodeNeeded: (credentials: Credentials) => void }) {
  const signIn = useSignIn();
  const form = useAuthForm({
    check: signinProblems,
    send: async (textOf) => {
      const credentials = { email: textOf("email"), password: textOf("password") };
      try {
        await signIn(credentials);
      } catch (error) {
        if (!asksForCode(error)) throw error;
        onCodeNeeded(credentials);
      }
    },
  });
  return (
    <AuthCard
      title="Sign in"
      lead="For clubs and their teams."
      foot={
        <>
          <Link to={paths.forgotPassword()}>Forgotten password?</Link>
          <Link to={paths.register()}>Register your club</Link>
        </>
      }
    >
      <AuthFormView form={form} label="Sign in" busyLabel="Signing in…">
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
          autoComplete="current-password"
          problem={form.problems.password}
        />
      </AuthFormView>
    </AuthCard>
  );
}

function CodeStep({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const signIn = useSignIn();
  const form = useAuthForm({
    check: (textOf): Record<string, string> =>
      textOf("code").trim() === "" ? { code: "Please enter the code." } : {},
    send: (textOf) => signIn({ ...credentials, code: textOf("code") }),
    fieldOf: ({ code }) => (code === "badCredentials" ? "code" : null),
  });
  return (
    <AuthCard
      title="One more step"
      lead="Open your authenticator app and enter the six digits it shows for Foyer."
      foot={
        <button type="button" className={classes.plain} onClick={onBack}>
          Use another account
        </button>
      }
    >
      <AuthFormView form={form} label="Sign in" busyLabel="Signing in…">
        <div>
          <TextField
            label="Code"
            name="code"
            autoComplete="one-time-code"
            autoFocus
            problem={form.problems.code}
          />
          <p className={classes.hint}>Without your phone, enter one of your recovery codes.</p>
        </div>
      </AuthFormView>
    </AuthCard>
  );
}

function useSignIn(): (credentials: Credentials & { code?: string }) => Promise<void> {
  const navigate = useNavigate();
  // `backTo` needs no check, because an address cannot set this state.
  const { state } = useLocation() as { state: { backTo?: string } | null };
  return async (credentials) => {
    const body = { ...credentials, device: savedDeviceToken() };
    const { currentUser, device, secondFactorDue } = await startSessionBy((onToken) =>
      api.post("auth/signin", body, { suppressToasts: true, onToken }),
    );
    saveDeviceToken(device);
    await navigate(secondFactorDue ? paths.profile() : (state?.backTo ?? homeOf(currentUser.role)));
  };
}

function asksForCode(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== "badCredentials") return false;
  return typeof error.payload === "object" && error.payload !== null && "secondFactor" in error.payload;
}
