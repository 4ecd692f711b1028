import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { MoneyCase } from "../../../contract/shapes/money/moneyCase.ts";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { CaseWords } from "./caseWords.ts";
import classes from "./Notice.module.css";

interface CaseNoticeProps {
  moneyCase: MoneyCase;
  caseWords: CaseWords;
  children?: ReactNode;
  onDone: () => void;
}

export function CaseNotice({ moneyCase, caseWords, children, onDone }: CaseNoticeProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [note, setNote] = useState("");
  async function markDone(): Promise<void> {
    const body = { key: moneyCase.key, note };
    const reply = await api.post("attention/markDone", body, { suppressFailure: true });
    if (reply === undefined) return;
    setConfirming(false);
    onDone();
  }
  return (
    <section className={classes.notice} aria-label="Needs attention">
      <div className={classes.words}>
        <p>
          <strong>{caseWords.problem}</strong>
        </p>
        <p>{caseWords.solution}</p>
      </div>
      <div className={classes.acts}>
        {children}
        {caseWords.actions.includes("done") && (
          <Button variant="default" onClick={() => setConfirming(true)}>
            Mark as done
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Mark this as done?"
        confirmLabel="Mark as done"
        isHarmless
        onConfirm={markDone}
        onCancel={() => setConfirming(false)}
      >
        <p>It is no longer shown as needing attention. Your name and the time are kept in the history.</p>
        <TextInput
          label="What was done"
          description="Optional."
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </ConfirmDialog>
    </section>
  );
}

/** Links to the attendees, searched by the recipient of a mail. */
export function FindAttendee({ eventId, recipient }: { eventId: number; recipient: string }) {
  const query = new URLSearchParams({ search: recipient, state: "all" });
  return (
    <Button component={Link} variant="default" to={`${paths.eventPage(eventId, "attendees")}?${query}`}>
      Find the attendee
    </Button>
  );
}
