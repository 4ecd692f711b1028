/** A button confirms, because some mail programs open links by themselves. */
import { useState } from "react";
import { Link } from "react-router";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { AuthCard } from "./AuthCard.tsx";
import { AuthFormView } from "./AuthFormView.tsx";
import { pageOfLink } from "./pageOfLink.tsx";
import { useAuthForm } from "./useAuthForm.ts";

type Outcome = "waiting" | "invalid" | { clubName: string; isListed: boolean };

const dashboardLink = (
  <p>
    <Link className="button" to={paths.dashboard()}>
      Open your dashboard
    </Link>
  </p>
);

export const Component = pageOfLink(ClubConfirmation);

function ClubConfirmation({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>(token === "" ? "invalid" : "waiting");
  const form = useAuthForm({
    send: async () => {
      setOutcome(await api.post("auth/confirmClub", { token }, { suppressToasts: true }));
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
            It has been used, is older than a week, or is not complete. Open it again from the e-mail, or ask
            for a new one on your dashboard.
          </span>
        }
      >
        {dashboardLink}
      </AuthCard>
    );
  if (outcome !== "waiting")
    return (
      <AuthCard
        title="Your address is confirmed"
        lead={
          <span role="status">
            {outcome.isListed
              ? `The published events of ${outcome.clubName} appear on the home page.`
              : "This site approves the first event of a new club before it appears on the home page."}
          </span>
        }
      >
        {dashboardLink}
      </AuthCard>
    );
  return (
    <AuthCard
      title="Confirm your mail address"
      lead="Afterwards the published events of your club can appear on the home page."
    >
      <AuthFormView form={form} label="Confirm the address" busyLabel="Confirming…" />
    </AuthCard>
  );
}
