import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { SessionEntry } from "../../../contract/shapes/auth.ts";
import { api } from "../../api/browser.ts";
import { signOutHere } from "../../door/signOutHere.ts";
import { paths } from "../../paths.ts";
import { notify } from "../../stores/snackbars.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { readerTimeText } from "../../words/readerTime.ts";
import classes from "./Profile.module.css";

interface SessionListProps {
  sessions: SessionEntry[];
  onChanged: () => Promise<void>;
}

export function SessionList({ sessions, onChanged }: SessionListProps) {
  const navigate = useNavigate();
  const [endingId, setEndingId] = useState<number | null>(null);
  const [isConfirming, setConfirming] = useState(false);

  async function endSession(sessionId: number): Promise<void> {
    setEndingId(sessionId);
    try {
      await api.post("auth/endSession", { sessionId });
      await onChanged();
    } finally {
      setEndingId(null);
    }
  }
  async function endAll(): Promise<void> {
    if ((await api.post("auth/signoutEverywhere", undefined, { suppressFailure: true })) === undefined)
      return;
    await signOutHere();
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
              <small>Last used {readerTimeText(lastUsedAt)}</small>
            </span>
            {isCurrent ? (
              <Badge tone="good">This device</Badge>
            ) : (
              <Button
                variant="default"
                aria-busy={endingId === id}
                aria-label={`Sign out ${device}`}
                onClick={() => endingId === null && void endSession(id)}
              >
                {endingId === id ? "Signing out…" : "Sign out"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Sign out everywhere…
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        onConfirm={endAll}
        onCancel={() => setConfirming(false)}
      >
        All {sessions.length} of your sessions end, this one too. You sign in again with your password.
      </ConfirmDialog>
    </>
  );
}
