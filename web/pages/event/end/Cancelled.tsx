import { useState } from "react";
import { Link } from "react-router";
import { formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { notify } from "../../../stores/snackbars.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import classes from "./Cancelled.module.css";
import {
  hasMoneyToRefund,
  moneyText,
  ordersText,
  progressFigures,
  progressText,
} from "./cancellationWords.ts";
import { useCancellation } from "./useCancellation.ts";

interface CancelledProps {
  event: Pick<Event, "id" | "name" | "timeZone" | "config">;
  /** Of a cancelled event, so `cancelledAt` is set. */
  loaded: Cancellation;
  onChanged: () => Promise<void>;
}

export function CancelledNotice({ event, loaded, onChanged }: CancelledProps) {
  const { progress, isLost } = useCancellation(event.id, loaded);
  const figures = progressFigures(progress);
  return (
    <section className={classes.cancelled} aria-labelledby="cancelled-heading">
      <h2 id="cancelled-heading">
        Cancelled on {formatMoment(progress.cancelledAt ?? "", clocksOf(event)).text}
      </h2>
      <p role="status">
        {isLost
          ? "The server could not be reached: these figures may be old. This page tries again automatically."
          : progressText(progress)}
      </p>
      <dl className={classes.figures}>
        {figures.map(({ name, label, figure, note }) => (
          <div key={name} data-name={name}>
            <dt>{label}</dt>
            <dd>
              <strong>{figure}</strong>
              <span>{note}</span>
              {name === "failed" && (
                <Link className="touchLink" to={`${paths.eventPage(event.id, "orders")}?attention=true`}>
                  See these orders
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {progress.message !== "" && <blockquote className={classes.message}>{progress.message}</blockquote>}
      {!progress.refunds && hasMoneyToRefund(progress) && (
        <RefundAll event={event} progress={progress} onRefunded={onChanged} />
      )}
    </section>
  );
}

interface RefundAllProps {
  event: Pick<Event, "id" | "name">;
  progress: Cancellation;
  onRefunded: () => Promise<void>;
}

function RefundAll({ event, progress, onRefunded }: RefundAllProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [keys] = useState(() => requestKeys());
  const money = moneyText(progress.toGiveBack, progress.currency);
  return (
    <>
      <button type="button" className="button" onClick={() => setConfirming(true)}>
        Refund all payments
      </button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Refund ${money}?`}
        confirmLabel="Refund everything"
        onCancel={() => setConfirming(false)}
        onConfirm={async () => {
          // For a cancelled event, this call only starts the refunds.
          const body = { eventId: event.id, refund: true };
          const reply = await keys.send(body, (idempotencyKey) =>
            api.post("event/cancel", body, { idempotencyKey, suppressToasts: true }),
          );
          if (reply === undefined) return;
          setConfirming(false);
          notify({ text: "The payments are being refunded.", color: "success" });
          await onRefunded();
        }}
      >
        <p>
          {money} of {ordersText(progress.toGiveBack)} for {event.name} is refunded to the cards and accounts
          that paid. Each buyer gets a mail with the amount. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
