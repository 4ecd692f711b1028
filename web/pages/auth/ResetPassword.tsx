import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { passwordRule } from "../../../contract/rules/password.ts";
import { api } from "../../api/browser.ts";
import { signOutHere } from "../../door/signOutHere.ts";
import { paths } from "../../paths.ts";
import { saveDeviceToken } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";
import { TextField } from "../../ui/TextField.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFormView } from "./AuthFormView.tsx";
import { pageOfLink } from "./pageOfLink.tsx";
import { newPasswordProblems } from "./rules.ts";
import { useAuthForm } from "./useAuthForm.ts";

export const Component = pageOfLink(NewPassword);

function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const [isLinkInvalid, setLinkInvalid] = useState(token === "");
  const form = useAuthForm({
    check: newPasswordProblems,
    send: async (textOf) => {
      const body = { token, password: textOf("password") };
      const { device } = await api.post("auth/resetPassword", body, { suppressToasts: true });
      saveDeviceToken(device);
      // All sessions of the account have ended, perhaps also this browser's.
      await signOutHere();
      notify({ text: "Your password is changed. Sign in with it.", color: "success" });
      await navigate(paths.signin());
    },
    fieldOf: ({ code }) => {
      if (code === "notFound") setLinkInvalid(true);
      return null;
    },
  });
  const foot = <Link to={paths.signin()}>Back to sign in</Link>;
  if (isLinkInvalid) {
    return (
      <AuthCard
        title="This link no longer works"
        lead={
          <span role="alert">
            It has been used, is older than an hour, or is not complete. Open it again from the e-mail, or ask
            for a new one.
          </span>
        }
        foot={foot}
      >
        <p>
          <Link className="button" to={paths.forgotPassword()}>
            Mail me a new link
          </Link>
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Choose a new password" lead="Afterwards you are signed out everywhere." foot={foot}>
      <AuthFormView form={form} label="Change password" busyLabel="Changing…">
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={passwordRule}
          problem={form.problems.password}
        />
      </AuthFormView>
    </AuthCard>
  );
}
