import { Switch, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cancelledLetter } from "../../../../contract/rules/cancelledLetter.ts";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { requireApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { useLeaving } from "../../../ui/leaving.tsx";
import mail from "../letter.module.css";
import classes from "./CancelEvent.module.css";
import { cancellationLines, hasMoneyToRefund } from "./cancellationWords.ts";

export interface CancellableEvent {
  id: number;
  name: string;
  /** Its date in words. */
  day: string;
  cancellation: Cancellation;
}

/** Loads the consequences; null without a session, or after an API error, which the client shows. */
export async function cancellableEvent({
  id,
  name,
  startDatetime: start,
  ...event
}: Pick<Event, "id" | "name" | "startDatetime" | "timeZone" | "config">): Promise<CancellableEvent | null> {
  try {
    const cancellation = await api.get("event/getCancellation", { eventId: id });
    const day = formatEventTime({
      ...clocksOf(event),
      start,
      end: null,
      isAllDay: true,
      showEndTime: false,
    }).text;
    return cancellation === undefined ? null : { id, name, day, cancellation };
  } catch (error) {
    requireApiError(error);
    return null;
  }
}

interface CancelEventProps {
  eventToCancel: CancellableEvent | null;
  onCancelled: () => void;
  onKept: () => void;
}

interface CancelInput {
  message: string;
  refund: boolean;
}
const emptyInput: CancelInput = { message: "", refund: true };

export function CancelEvent({ eventToCancel, onCancelled, onKept }: CancelEventProps) {
  // The typed text stays after the dialog is closed, so that staff can look something up on the page.
  const [kept, setKept] = useState<{ eventId: number; input: CancelInput } | null>(null);
  const eventId = eventToCancel?.id;
  const input = kept !== null && kept.eventId === eventId ? kept.input : emptyInput;
  const [keys] = useState(() => requestKeys());
  return (
    <ConfirmDialog
      isOpen={eventToCancel !== null}
      title={`Cancel ${eventToCancel?.name ?? ""}?`}
      confirmLabel="Cancel the event"
      cancelLabel="Keep the event"
      onCancel={onKept}
      onConfirm={async () => {
        if (eventToCancel === null) return;
        const body = { eventId: eventToCancel.id, ...input };
        const reply = await keys.send(body, (idempotencyKey) =>
          api.post("event/cancel", body, { idempotencyKey, suppressFailure: true }),
        );
        if (reply === undefined) return;
        // Immediately (`flushSync`), or leaving the page would ask about unsaved text.
        flushSync(() => setKept(null));
        onCancelled();
      }}
    >
      {eventToCancel !== null && (
        <CancelForm
          eventToCancel={eventToCancel}
          input={input}
          onInput={(changed) => setKept({ eventId: eventToCancel.id, input: changed })}
        />
      )}
    </ConfirmDialog>
  );
}

interface CancelFormProps {
  eventToCancel: CancellableEvent;
  input: CancelInput;
  onInput: (input: CancelInput) => void;
}

function CancelForm({ eventToCancel: { name, day, cancellation }, input, onInput }: CancelFormProps) {
  const leaving = useLeaving();
  const latestMessage = useRef(input.message);
  latestMessage.current = input.message;
  useEffect(() => leaving.watch(() => latestMessage.current !== ""), [leaving]);
  return (
    <>
      <p>This cannot be undone.</p>
      <ul>
        {cancellationLines(cancellation, input.refund).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {hasMoneyToRefund(cancellation) && (
        <Switch
          className={classes.field}
          label="Refund all payments"
          description="Payments that arrive later are refunded too. You can also decide this later."
          checked={input.refund}
          onChange={({ currentTarget }) => onInput({ ...input, refund: currentTarget.checked })}
        />
      )}
      {cancellation.people > 0 && (
        <>
          <Textarea
            className={classes.field}
            label="Your message to everybody who registered"
            description="Optional: the reason, and what happens instead."
            autosize
            minRows={3}
            maxRows={8}
            maxLength={2000}
            value={input.message}
            onChange={({ currentTarget }) => onInput({ ...input, message: currentTarget.value })}
          />
          <MailPreview
            name={name}
            day={day}
            input={input}
            paid={{
              online: cancellation.toGiveBack.orders + cancellation.onItsWay.orders > 0,
              byHand: cancellation.byHand.orders > 0,
            }}
          />
        </>
      )}
    </>
  );
}

interface MailPreviewProps {
  name: string;
  day: string;
  input: CancelInput;
  paid: Parameters<typeof cancelledLetter>[0]["paid"];
}

function MailPreview({ name, day, input: { message, refund }, paid }: MailPreviewProps) {
  const letter = cancelledLetter({ eventName: name, day, message, refunds: refund, paid });
  return (
    <section className={classes.preview} aria-labelledby="letter-heading">
      <h3 id="letter-heading">Preview of the mail</h3>
      <div className={mail.letter}>
        <p className={mail.subject}>{letter.subject}</p>
        <p>
          <strong>{letter.news}</strong> {letter.advice}
        </p>
        {letter.message.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be equal.
          <p key={index}>{line}</p>
        ))}
        {letter.money.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {letter.money.length > 0 && (
        <p>
          Each person reads only the lines about money that concern them; people who paid nothing read none.
        </p>
      )}
    </section>
  );
}
