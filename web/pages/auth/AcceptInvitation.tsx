/** The token is behind the #. A browser does not send that part when it loads a page, so it is in no log of pages. */

import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { passwordRule } from "../../../contract/rules/password.ts";
import { homeOf } from "../../../contract/rules/roles.ts";
import { ApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { saveDeviceToken, startSessionBy } from "../../stores/session.ts";
import { TextField } from "../../ui/TextField.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFormView } from "./AuthFormView.tsx";
import { pageOfLink } from "./pageOfLink.tsx";
import { acceptProblems } from "./rules.ts";
import { useAuthForm } from "./useAuthForm.ts";

type Invitation = { clubName: string; email: string } | "loading" | "invalid" | "unreachable";

const signInLink = <Link to={paths.signin()}>Already have an account? Sign in</Link>;

export const Component = pageOfLink(InvitationPage);

function InvitationPage({ token }: { token: string }) {
  const [invitation, setInvitation] = useState<Invitation>(token === "" ? "invalid" : "loading");
  useEffect(() => {
    if (token === "") return;
    const controller = new AbortController();
    const options = { suppressToasts: true, signal: controller.signal };
    void api.get("team/getInvitation", { token }, options).then(setInvitation, (error: unknown) => {
      if (controller.signal.aborted) return;
      const isInvalid = error instanceof ApiError && error.code === "notFound";
      setInvitation(isInvalid ? "invalid" : "unreachable");
    });
    return () => controller.abort();
  }, [token]);

  if (invitation === "loading")
    return <AuthCard title="Join a team" lead={<span role="status">Loading your invitation…</span>} />;
  if (invitation === "unreachable")
    return (
      <AuthCard
        title="Join a team"
        lead={<span role="alert">Your invitation could not be loaded. Load this page again.</span>}
        foot={signInLink}
      />
    );
  if (invitation === "invalid")
    return (
      <AuthCard
        title="This link no longer works"
        lead={
          <span role="alert">
            It was used or withdrawn, is older than a week, or is not complete. If you have not joined yet,
            open it again from the e-mail, or ask the club for a new one.
          </span>
        }
        foot={signInLink}
      />
    );
  return <AcceptForm {...invitation} token={token} onInvalid={() => setInvitation("invalid")} />;
}

interface AcceptFormProps {
  clubName: string;
  email: string;
  token: string;
  onInvalid: () => void;
}

function AcceptForm({ clubName, email, token, onInvalid }: AcceptFormProps) {
  const navigate = useNavigate();
  const form = useAuthForm({
    check: acceptProblems,
    send: async (textOf) => {
      const body = { token, fullName: textOf("fullName"), password: textOf("password") };
      const { currentUser, device } = await startSessionBy((onToken) =>
        api.post("team/accept", body, { suppressToasts: true, onToken }),
      );
      saveDeviceToken(device);
      await navigate(homeOf(currentUser.role));
    },
    fieldOf: ({ code }) => {
      if (code === "notFound") onInvalid();
      return null;
    },
  });
  return (
    <AuthCard
      title={`Join the team of ${clubName}`}
      lead={`You sign in with ${email}. Choose a password.`}
      foot={signInLink}
    >
      <AuthFormView form={form} label="Join the team" busyLabel="Joining…">
        <TextField
          label="Your name"
          name="fullName"
          autoComplete="name"
          maxLength={120}
          problem={form.problems.fullName}
        />
        <TextField
          label="Password"
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
