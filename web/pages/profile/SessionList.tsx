/** The sessions of the account. Each can be ended, and all at once. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { SessionEntry } from "../../../contract/shapes/auth.ts";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { signOut } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import classes from "./Profile.module.css";

interface SessionListProps {
  sessions: SessionEntry[];
  onChanged: () => Promise<void>;
}

export function SessionList({ sessions, onChanged }: SessionListProps) {
  const navigate = useNavigate();
  const [ending, setEnding] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);

  async function end(sessionId: number): Promise<void> {
    setEnding(sessionId);
    try {
      await api.post("auth/endSession", { sessionId });
      await onChanged();
    } finally {
      setEnding(null);
    }
  }
  async function endAll(): Promise<void> {
    if ((await api.post("auth/signoutEverywhere", undefined, { suppressFailure: true })) === undefined)
      return;
    signOut();
    notify({ text: "You are signed out everywhere." });
    await navigate(paths.signin());
  }

  return (
    <>
      <ul className={classes.sessions}>
        {sessions.map(({ id, device, lastUsedAt, isCurrent }) => (
          <li key={id}>
            <span>
              {device}
              <small>Last used {timeOf(lastUsedAt)}</small>
            </span>
            {isCurrent ? (
              <Badge tone="good">This device</Badge>
            ) : (
              <Button
                variant="default"
                aria-busy={ending === id}
                aria-label={`Sign out ${device}`}
                onClick={() => ending === null && void end(id)}
              >
                {ending === id ? "Signing out…" : "Sign out"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={() => setAsked(true)}>
        Sign out everywhere…
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        onConfirm={endAll}
        onCancel={() => setAsked(false)}
      >
        All {sessions.length} of your sessions end, this one too. You sign in again with your password.
      </ConfirmDialog>
    </>
  );
}

function timeOf(instant: string): string {
  return new Date(instant).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}
