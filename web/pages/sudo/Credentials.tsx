/** The page `/club/accounts/{clubId}`. */

import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import type { AppUser } from "../../../contract/shapes/appUser.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { positiveInteger } from "../../lib/positiveInteger.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/Badge.tsx";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { StaffTable } from "../../ui/lists/StaffTable.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { readerDayText } from "../../words/readerTime.ts";
import { CredentialActions } from "./CredentialActions.tsx";
import { CredentialForm } from "./CredentialForm.tsx";
import classes from "./Credentials.module.css";
import { type IssuedPassword, IssuedPasswordDialog } from "./GivenPassword.tsx";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const clubId = positiveInteger(params.clubId);
  if (clubId === null) throw new Response(null, { status: 404 });
  const options = { signal: request.signal };
  const [club, people] = await Promise.all([
    apiFrom(context).get("club/getClub", { clubId }, options),
    apiFrom(context).get("appUser/getAppUsers", { clubId }, options),
  ]);
  return { club, people };
}

type OpenForm = { kind: "new" } | { kind: "edit"; user: AppUser } | null;

export function Component() {
  const { club, people } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const [issuedPassword, setIssuedPassword] = useState<IssuedPassword | null>(null);

  async function finish(password: IssuedPassword | null): Promise<void> {
    setOpenForm(null);
    setIssuedPassword(password);
    await revalidate();
  }
  async function requireFactor(isRequired: boolean): Promise<void> {
    await api.post("appUser/requireSecondFactor", { clubId: club.id, isRequired });
    await revalidate();
  }

  return (
    <StaffPage
      title={`Accounts of ${club.name}`}
      lead="Who can sign in for this club."
      crumbs={[
        { label: "All clubs", to: paths.sudoDashboard() },
        { label: club.name, to: paths.clubEdit(club.id) },
      ]}
      actions={<Button onClick={() => setOpenForm({ kind: "new" })}>Add an account</Button>}
    >
      <Switch
        className={classes.requireFactor}
        label="Require a second factor for everybody"
        description="Accounts without one set it up at the next sign-in, before anything else."
        checked={people.isSecondFactorRequired}
        onChange={({ currentTarget }) => void requireFactor(currentTarget.checked)}
      />
      {people.appUsers.length === 0 ? (
        <EmptyState title="Nobody can sign in yet">
          Add an account, and give its password to the person.
        </EmptyState>
      ) : (
        <StaffTable
          label="Accounts"
          rows={people.appUsers}
          columns={[
            { key: "fullName", title: "Name", onCard: "head", render: ({ fullName }) => fullName },
            { key: "email", title: "E-mail", render: ({ email }) => email },
            {
              key: "lastSigninAt",
              title: "Last signed in",
              noWrap: true,
              render: ({ lastSigninAt }) => (lastSigninAt === null ? "never" : readerDayText(lastSigninAt)),
            },
            {
              key: "hasSecondFactor",
              title: "Second factor",
              render: ({ hasSecondFactor }) => (
                <Badge tone={hasSecondFactor ? "good" : "plain"}>{hasSecondFactor ? "On" : "Off"}</Badge>
              ),
            },
            {
              key: "actions",
              title: "Actions",
              heading: <span className="visuallyHidden">Actions</span>,
              isRightAligned: true,
              onCard: "headEnd",
              render: (user) => (
                <CredentialActions
                  user={user}
                  onEdit={() => setOpenForm({ kind: "edit", user })}
                  onDone={finish}
                />
              ),
            },
          ]}
        />
      )}
      <Panel
        isOpen={openForm !== null}
        title={openForm?.kind === "edit" ? `Change ${openForm.user.fullName}` : "Add an account"}
        onClose={() => setOpenForm(null)}
      >
        {openForm !== null && (
          <CredentialForm
            clubId={club.id}
            user={openForm.kind === "edit" ? openForm.user : null}
            onSaved={finish}
          />
        )}
      </Panel>
      <IssuedPasswordDialog issued={issuedPassword} onClose={() => setIssuedPassword(null)} />
    </StaffPage>
  );
}
