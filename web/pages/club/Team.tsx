import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { isEmail } from "../../../contract/rules/email.ts";
import type { TeamInvitation } from "../../../contract/shapes/team.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { StaffTable } from "../../ui/lists/StaffTable.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { readerDayText } from "../../words/readerTime.ts";
import { clubOfPage } from "./clubOfPage.ts";
import classes from "./Team.module.css";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const clubId = clubOfPage(params.clubId);
  const options = { signal: request.signal };
  const [club, team] = await Promise.all([
    apiFrom(context).get("club/getClub", { clubId }, options),
    apiFrom(context).get("team/getByClubId", { clubId }, options),
  ]);
  return { club, ...team };
}

export function Component() {
  const { club, members, invitations } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [isInviting, setInviting] = useState(false);
  const [invitationToWithdraw, setInvitationToWithdraw] = useState<TeamInvitation | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  async function withdraw({ id }: TeamInvitation): Promise<void> {
    const reply = await api.post("team/withdraw", { id }, { suppressFailure: true });
    if (reply === undefined) return;
    setInvitationToWithdraw(null);
    await revalidate();
    // The button that opened the dialog is gone with its row.
    title.current?.focus();
  }

  return (
    <StaffPage
      title={`Team of ${club.name}`}
      lead="Everybody here can see and change everything in the club."
      crumbs={[{ label: club.name, to: paths.clubEdit(club.id) }]}
      actions={<Button onClick={() => setInviting(true)}>Invite a colleague</Button>}
    >
      <StaffTable
        label="Team"
        rows={members}
        columns={[
          { key: "fullName", title: "Name", onCard: "head", render: ({ fullName }) => fullName },
          { key: "email", title: "E-mail", render: ({ email }) => email },
          {
            key: "lastSigninAt",
            title: "Last signed in",
            noWrap: true,
            render: ({ lastSigninAt }) => (lastSigninAt === null ? "never" : readerDayText(lastSigninAt)),
          },
        ]}
      />
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        Invitations
      </h2>
      {invitations.length === 0 ? (
        <p className={classes.quiet}>
          Nobody has an open invitation. Invite a colleague by e-mail; they choose their own password.
        </p>
      ) : (
        <StaffTable
          label="Invitations"
          rows={invitations}
          columns={[
            { key: "email", title: "E-mail", onCard: "head", render: ({ email }) => email },
            {
              key: "expiresAt",
              title: "Valid until",
              noWrap: true,
              render: ({ expiresAt }) => readerDayText(expiresAt),
            },
            {
              key: "actions",
              title: "Actions",
              heading: <span className="visuallyHidden">Actions</span>,
              isRightAligned: true,
              render: (invitation) => (
                <Button
                  variant="default"
                  aria-label={`Withdraw the invitation of ${invitation.email}`}
                  onClick={() => setInvitationToWithdraw(invitation)}
                >
                  Withdraw…
                </Button>
              ),
            },
          ]}
        />
      )}
      <Panel isOpen={isInviting} title="Invite a colleague" onClose={() => setInviting(false)}>
        {isInviting && (
          <InviteForm
            clubId={club.id}
            onInvited={() => {
              setInviting(false);
              return revalidate();
            }}
          />
        )}
      </Panel>
      <ConfirmDialog
        isOpen={invitationToWithdraw !== null}
        title={`Withdraw the invitation of ${invitationToWithdraw?.email ?? ""}?`}
        confirmLabel="Withdraw the invitation"
        onConfirm={() => withdraw(invitationToWithdraw!)}
        onCancel={() => setInvitationToWithdraw(null)}
      >
        The link in the mail stops working. You can invite the same address again.
      </ConfirmDialog>
    </StaffPage>
  );
}

function InviteForm({ clubId, onInvited }: { clubId: number; onInvited: () => Promise<void> }) {
  const form = useStaffForm({
    initialValues: { email: "" },
    validate: ({ email }): Record<string, string> =>
      isEmail(email.trim()) ? {} : { email: "Please enter an e-mail address, like name@example.org." },
  });
  return (
    <StaffForm
      form={form}
      label="Invitation"
      buttons={[{ label: "Mail the invitation" }]}
      fieldOfCode={{ emailTaken: "email" }}
      save={({ email }, options) => api.post("team/invite", { clubId, email: email.trim() }, options)}
      onSaved={onInvited}
    >
      <TextInput
        label="E-mail"
        description="They get a link that works once, for a week."
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps("email")}
      />
    </StaffForm>
  );
}
