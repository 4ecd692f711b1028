import { Menu } from "@mantine/core";
import { useState } from "react";
import type { AppUser } from "../../../contract/shapes/appUser.ts";
import { api } from "../../api/browser.ts";
import { notify } from "../../stores/snackbars.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { MoreMenu } from "../../ui/MoreMenu.tsx";
import type { IssuedPassword } from "./GivenPassword.tsx";
import { makePassword } from "./makePassword.ts";

interface CredentialActionsProps {
  user: AppUser;
  onEdit: () => void;
  /** Gets the new password, if there is one. */
  onDone: (issued: IssuedPassword | null) => Promise<void>;
}

type Confirmation = "password" | "factor" | "delete";

export function CredentialActions({ user, onEdit, onDone }: CredentialActionsProps) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { id, email, fullName } = user;
  const options = { suppressFailure: true };

  async function finish(issued: IssuedPassword | null, text: string | null): Promise<void> {
    setConfirmation(null);
    if (text !== null) notify({ text, color: "success" });
    await onDone(issued);
  }
  async function issuePassword(): Promise<void> {
    const password = makePassword();
    const reply = await api.post("appUser/save", { id, password }, options);
    if (reply !== undefined) await finish({ email: reply.email, password }, null);
  }
  async function removeFactor(): Promise<void> {
    const reply = await api.post("appUser/save", { id, removeSecondFactor: true }, options);
    if (reply !== undefined) await finish(null, `The second factor of ${fullName} is off.`);
  }
  async function remove(): Promise<void> {
    const reply = await api.delete("appUser/deleteAppUser", { id }, options);
    if (reply !== undefined) await finish(null, `The account of ${fullName} is deleted.`);
  }

  return (
    <>
      <MoreMenu label={`Actions for ${fullName}`}>
        <Menu.Item onClick={onEdit}>Change name or e-mail</Menu.Item>
        <Menu.Item onClick={() => setConfirmation("password")}>New password…</Menu.Item>
        {user.hasSecondFactor && (
          <Menu.Item onClick={() => setConfirmation("factor")}>Turn the second factor off…</Menu.Item>
        )}
        <Menu.Item className="staffRemoval" onClick={() => setConfirmation("delete")}>
          Delete…
        </Menu.Item>
      </MoreMenu>
      <ConfirmDialog
        isOpen={confirmation === "password"}
        title={`A new password for ${fullName}?`}
        confirmLabel="Make a new password"
        onConfirm={issuePassword}
        onCancel={() => setConfirmation(null)}
      >
        The old password stops working at once, and {fullName} is signed out everywhere.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={confirmation === "factor"}
        title={`Turn off the second factor of ${fullName}?`}
        confirmLabel="Turn it off"
        onConfirm={removeFactor}
        onCancel={() => setConfirmation(null)}
      >
        For somebody who has lost their phone and recovery codes. Until they set it up again, the password
        alone is enough to sign in.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={confirmation === "delete"}
        title={`Delete the account of ${fullName}?`}
        confirmLabel="Delete the account"
        onConfirm={remove}
        onCancel={() => setConfirmation(null)}
      >
        {email} can no longer sign in, and is signed out everywhere at once. What they did stays.
      </ConfirmDialog>
    </>
  );
}
