/** The actions on an account: edit it, give it a new password, remove its second factor, delete it. */
import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import type { AppUser } from "../../../contract/shapes/appUser.ts";
import { api } from "../../api/browser.ts";
import { notify } from "../../stores/snackbars.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { IssuedPassword } from "./GivenPassword.tsx";
import { makePassword } from "./makePassword.ts";

interface CredentialActionsProps {
  user: AppUser;
  onEdit: () => void;
  /** An action is done. If it made a new password, it is passed on. */
  onDone: (given: IssuedPassword | null) => Promise<void>;
}

type Asked = "password" | "factor" | "delete";

export function CredentialActions({ user, onEdit, onDone }: CredentialActionsProps) {
  const [asking, setAsking] = useState<Asked | null>(null);
  const { id, email, clubId, fullName } = user;
  const options = { suppressFailure: true };
  const stored = { id, email, clubId: clubId ?? 0 };

  async function done(given: IssuedPassword | null, text: string | null): Promise<void> {
    setAsking(null);
    if (text !== null) notify({ text, color: "success" });
    await onDone(given);
  }
  async function givePassword(): Promise<void> {
    const password = makePassword();
    const saved = await api.post("appUser/save", { ...stored, password }, options);
    if (saved !== undefined) await done({ email, password }, null);
  }
  async function removeFactor(): Promise<void> {
    const saved = await api.post("appUser/save", { ...stored, removeSecondFactor: true }, options);
    if (saved !== undefined) await done(null, `The second factor of ${fullName} is off.`);
  }
  async function remove(): Promise<void> {
    const removed = await api.delete("appUser/deleteAppUser", { id }, options);
    if (removed !== undefined) await done(null, `The account of ${fullName} is deleted.`);
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={`Actions for ${fullName}`}>
            <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
              <circle cx="5" cy="12" r="2" />
              <circle cx="12" cy="12" r="2" />
              <circle cx="19" cy="12" r="2" />
            </svg>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>Change name or e-mail</Menu.Item>
          <Menu.Item onClick={() => setAsking("password")}>New password…</Menu.Item>
          {user.hasSecondFactor && (
            <Menu.Item onClick={() => setAsking("factor")}>Turn the second factor off…</Menu.Item>
          )}
          <Menu.Item className="staffRemoval" onClick={() => setAsking("delete")}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={asking === "password"}
        title={`A new password for ${fullName}?`}
        confirmLabel="Make a new password"
        onConfirm={givePassword}
        onCancel={() => setAsking(null)}
      >
        The old one stops working at once, and {fullName} is signed out everywhere.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === "factor"}
        title={`Turn off the second factor of ${fullName}?`}
        confirmLabel="Turn it off"
        onConfirm={removeFactor}
        onCancel={() => setAsking(null)}
      >
        For somebody who has lost their phone and recovery codes. Until they set it up again, the password
        alone opens.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === "delete"}
        title={`Delete the account of ${fullName}?`}
        confirmLabel="Delete the account"
        onConfirm={remove}
        onCancel={() => setAsking(null)}
      >
        {email} can no longer sign in, and is signed out everywhere at once. What they did stays.
      </ConfirmDialog>
    </>
  );
}
