/** A button confirms, because some mail programs open links by themselves. */
import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { restoreSession, session, startSessionBy } from "../../stores/session.ts";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFormView } from "./AuthFormView.tsx";
import { pageOfLink } from "./pageOfLink.tsx";
import { useAuthForm } from "./useAuthForm.ts";

type Outcome = "waiting" | "invalid" | { email: string };

const profileLink = (
  <p>
    <Link className="button" to={paths.profile()}>
      Open your profile
    </Link>
  </p>
);

const signInLink = (
  <p>
    <Link className="button" to={paths.signin()}>
      Sign in
    </Link>
  </p>
);

export function loader() {
  restoreSession();
  return { isSignedIn: session.get() !== null };
}

export const Component = pageOfLink(EmailConfirmation);

function EmailConfirmation({ token }: { token: string }) {
  const { isSignedIn } = useLoaderData<typeof loader>();
  const [outcome, setOutcome] = useState<Outcome>(token === "" ? "invalid" : "waiting");
  const form = useAuthForm({
    send: async () => {
      // All sessions end except the one in the reply.
      const reply = await startSessionBy((onToken) =>
        api.post("auth/confirmEmail", { token }, { suppressToasts: true, onToken }),
      );
      if (reply !== undefined) setOutcome({ email: reply.currentUser.email });
    },
    fieldOf: ({ code }) => {
      if (code === "notFound") setOutcome("invalid");
      return null;
    },
  });
  if (outcome === "invalid")
    return (
      <AuthCard
        title="This link no longer works"
        lead={
          <span role="alert">
            It has been used, is older than a day, belongs to another account, or is not complete. Open it
            again from the e-mail, or ask for a new one in your profile.
          </span>
        }
      >
        {isSignedIn ? profileLink : signInLink}
      </AuthCard>
    );
  if (outcome !== "waiting")
    return (
      <AuthCard
        title="Your address is changed"
        lead={
          <span role="status">
            From now on you sign in with {outcome.email}. You are signed out everywhere else.
          </span>
        }
      >
        {profileLink}
      </AuthCard>
    );
  if (!isSignedIn)
    return (
      <AuthCard
        title="Sign in first"
        lead="Sign in with the address that you have used until now. Then open the link in the mail again."
      >
        {signInLink}
      </AuthCard>
    );
  return (
    <AuthCard
      title="Confirm your new address"
      lead="Afterwards you sign in with it. You are signed out everywhere else."
    >
      <AuthFormView form={form} label="Confirm the address" busyLabel="Confirming…" />
    </AuthCard>
  );
}
