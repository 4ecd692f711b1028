import { useState } from "react";
import { changedLetter } from "../../../../contract/rules/letters/changedLetter.ts";
import type { Event, OpenedEvent } from "../../../../contract/shapes/event.ts";
import type { ChangeToTell } from "../../../../contract/shapes/eventChange.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { ApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import type { LoaderApi } from "../../../api/client.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import mail from "../letter.module.css";
import classes from "./TellChange.module.css";

/** The change that people were not told yet. */
export async function loadChangeToTell(
  client: LoaderApi,
  { id: eventId, hasChangeToTell }: Pick<OpenedEvent, "id" | "hasChangeToTell">,
  signal: AbortSignal,
): Promise<ChangeToTell | null> {
  if (!hasChangeToTell) return null;
  const options = { signal, suppressToasts: true };
  return client.post("event/tellChange", { eventId, dryRun: true }, options).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "nothingToTell") return null;
    throw error;
  });
}

interface TellChangeProps {
  event: Pick<Event, "id" | "name">;
  change: ChangeToTell;
  /** Whether the dialog is open. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
  onTold: () => void | Promise<void>;
}

export function TellChange({ event, change, isAsking, onAsk, onTold }: TellChangeProps) {
  const [keys] = useState(() => requestKeys());
  const letter = changedLetter(event.name, change.changes);
  return (
    <section className={classes.notice} aria-labelledby="tell-heading">
      <h2 id="tell-heading">
        {countText(change.recipients)} {change.recipients === 1 ? "does" : "do"} not know this change yet
      </h2>
      <ul>
        {letter.changes.map(({ label, before, after }) => (
          <li key={label}>
            {label}: <strong>{after}</strong> (before: {before})
          </li>
        ))}
      </ul>
      <button type="button" className="button buttonQuiet" onClick={() => onAsk(true)}>
        Tell them by mail
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Mail this change to ${countText(change.recipients)}?`}
        confirmLabel={
          change.recipients === 1
            ? "Send the mail"
            : `Send ${change.recipients.toLocaleString("en-US")} mails`
        }
        cancelLabel="Not now"
        isHarmless
        onCancel={() => onAsk(false)}
        onConfirm={async () => {
          const body = { eventId: event.id, dryRun: false };
          const reply = await keys.send(body, (idempotencyKey) =>
            api.post("event/tellChange", body, { idempotencyKey, suppressFailure: true }),
          );
          if (reply === undefined) return;
          onAsk(false);
          await onTold();
        }}
      >
        <p>
          Everybody who only knows the former name, time or place gets this mail once. It shows what they know
          as “Before”, and contains a new entry for their calendar.
        </p>
        <section aria-labelledby="letter-heading">
          <h3 id="letter-heading">Preview of the mail</h3>
          <div className={mail.letter}>
            <p className={mail.subject}>{letter.subject}</p>
            <p>
              <strong>{letter.news}</strong> {letter.advice}
            </p>
            {letter.changes.map(({ label, before, after }) => (
              <p key={label}>
                New: {label}
                <br />
                <strong>{after}</strong>
                <br />
                Before: {before}
              </p>
            ))}
          </div>
        </section>
      </ConfirmDialog>
    </section>
  );
}

function countText(recipients: number): string {
  return recipients === 1 ? "1 person" : `${recipients.toLocaleString("en-US")} people`;
}
