import { useRef, useState } from "react";
import { formatPercent } from "../../../../contract/rules/money/money.ts";
import type { OwnCancellation, OwnChanges } from "../../../../contract/shapes/ownChange.ts";
import { useAct } from "../../../act/useAct.ts";
import { type ApiError, requireApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import fields from "../../../ui/fields.module.css";
import { fullNameOf } from "../../../words/names.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./ChangeOwn.module.css";
import type { ChangePage } from "./load.ts";
import { type CompletedChange, extrasOutcome, moneyWords, ticketWords, untilWords } from "./words.ts";

interface CancelPartProps extends Pick<ChangePage, "event" | "proof" | "changes"> {
  onDone: (done: CompletedChange) => Promise<void>;
}

export function CancelPart({ event, proof, changes, onDone }: CancelPartProps) {
  const { tickets, currency, cancelRefusal } = changes;
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const [quote, setQuote] = useState<OwnCancellation | null>(null);
  const [isLoadingQuote, setLoadingQuote] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, problem, setProblem, keys, run } = useAct();
  const latestRequest = useRef(0);
  const heading = <h2 id="cancel-heading">Cancel tickets</h2>;
  const chosenNames = tickets.filter(({ attendeeId }) => chosenIds.includes(attendeeId)).map(fullNameOf);
  // Without ids the server cancels the whole registration.
  const idsUnlessAll = (selectedIds: readonly number[]) =>
    selectedIds.length === tickets.length ? undefined : [...selectedIds];

  async function loadQuote(selectedIds: readonly number[]): Promise<void> {
    const requestNumber = ++latestRequest.current;
    setProblem(null);
    if (selectedIds.length === 0) return setQuote(null);
    setLoadingQuote(true);
    try {
      const attendeeIds = idsUnlessAll(selectedIds);
      const answer = await api.get(
        "registration/getOwnChanges",
        { ...proof, ...(attendeeIds && { attendeeIds: JSON.stringify(attendeeIds) }) },
        { suppressToasts: true },
      );
      if (requestNumber === latestRequest.current) setQuote(answer.cancellation);
    } catch (error) {
      if (requestNumber !== latestRequest.current) return;
      setQuote(null);
      requireApiError(error);
      setProblem(error.msg);
    } finally {
      if (requestNumber === latestRequest.current) setLoadingQuote(false);
    }
  }

  function toggle(attendeeId: number): void {
    const next = chosenIds.includes(attendeeId)
      ? chosenIds.filter((id) => id !== attendeeId)
      : [...chosenIds, attendeeId];
    setChosenIds(next);
    void loadQuote(next);
  }

  async function cancel({ amount, isWhole }: OwnCancellation): Promise<void> {
    const attendeeIds = idsUnlessAll(chosenIds);
    const body = { ...proof, refundAmount: amount, ...(attendeeIds && { attendeeIds }) };
    await keys.send(body, (idempotencyKey) =>
      api.post("registration/cancelOwn", body, { idempotencyKey, suppressToasts: true }),
    );
    setConfirming(false);
    await onDone({ kind: "cancelled", people: chosenNames, isWhole, amount, currency });
  }

  /** Loads the refund again, because it may have changed. */
  async function reloadAfterRefusal(error: ApiError): Promise<string> {
    // After a lost answer, pressing again must send the same request.
    if (error.code !== "noAnswer") await loadQuote(chosenIds);
    return error.msg;
  }

  if (cancelRefusal !== null)
    return (
      <section className={classes.part} aria-labelledby="cancel-heading">
        {heading}
        <p className={classes.refusal}>{cancelRefusal}</p>
      </section>
    );
  const refusal = quote?.refusal ?? null;
  const ticketsText = chosenIds.length === 1 ? "this ticket" : `these ${chosenIds.length} tickets`;
  return (
    <section className={classes.part} aria-labelledby="cancel-heading">
      {heading}
      <p className={classes.lead}>
        You can cancel {untilWords(changes.cancelUntil, event)}.{" "}
        {changes.feePercent === 0
          ? "You get a full refund."
          : `${event.club.name} keeps ${formatPercent(changes.feePercent)} of what you paid.`}{" "}
        The places go back on sale, so this cannot be undone.
      </p>
      <fieldset className={fields.options}>
        <legend className="visuallyHidden">Tickets to cancel</legend>
        {tickets.map((ticket) => (
          <label key={ticket.attendeeId} className={fields.option}>
            <input
              type="checkbox"
              checked={chosenIds.includes(ticket.attendeeId)}
              disabled={ticket.refusal !== null}
              onChange={() => toggle(ticket.attendeeId)}
            />
            <span className={classes.ticket}>
              {ticketWords(ticket)}
              {ticket.refusal !== null && <small>{ticket.refusal}</small>}
            </span>
            <span className={classes.amount}>
              {ticket.refusal === null && moneyWords(ticket, currency).back}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={classes.sum} aria-live="polite" aria-busy={isLoadingQuote}>
        {quote !== null && <Amounts quote={quote} currency={currency} clubName={event.club.name} />}
        {refusal !== null && <p className={classes.refusal}>{refusal}</p>}
        {problem !== null && !isConfirming && <Notice kind="problem" title={problem} />}
      </div>
      <button
        type="button"
        className="button"
        disabled={chosenIds.length === 0 || isLoadingQuote || quote === null || refusal !== null}
        onClick={() => setConfirming(true)}
      >
        {chosenIds.length === 0 ? "Choose the tickets to cancel" : `Cancel ${ticketsText}…`}
      </button>
      <Dialog
        isOpen={isConfirming && quote !== null}
        title={quote?.isWhole ? "Cancel all your tickets?" : `Cancel ${ticketsText}?`}
        onClose={() => setConfirming(false)}
      >
        {quote !== null && (
          <div className={classes.confirm}>
            <p>
              {chosenNames.join(", ")}: the {chosenIds.length === 1 ? "code stops" : "codes stop"} working at
              the door, and this cannot be undone.
            </p>
            <Amounts quote={quote} currency={currency} clubName={event.club.name} />
            {problem !== null && <Notice kind="problem" title={problem} />}
            <div className={classes.actions}>
              <button type="button" className="button buttonQuiet" onClick={() => setConfirming(false)}>
                Keep {chosenIds.length === 1 ? "the ticket" : "the tickets"}
              </button>
              <button
                type="button"
                className={`button ${classes.final}`}
                aria-busy={isBusy}
                disabled={isLoadingQuote || refusal !== null}
                onClick={() => void run(() => cancel(quote), { refused: reloadAfterRefusal })}
              >
                {isBusy ? "One moment…" : `Cancel ${ticketsText}`}
              </button>
            </div>
          </div>
        )}
      </Dialog>
    </section>
  );
}

interface AmountsProps {
  quote: OwnCancellation;
  currency: OwnChanges["currency"];
  clubName: string;
}

function Amounts({ quote, currency, clubName }: AmountsProps) {
  const { back, kept } = moneyWords(quote, currency);
  return (
    <>
      <dl className={classes.amounts}>
        {kept !== null && (
          <div>
            <dt>Kept by {clubName}</dt>
            <dd>{kept}</dd>
          </div>
        )}
        <div className={classes.total}>
          <dt>Your refund</dt>
          <dd>{back}</dd>
        </div>
      </dl>
      {extrasOutcome(quote).map((words) => (
        <p key={words} className={classes.lead}>
          {words}
        </p>
      ))}
    </>
  );
}
