/** The choice of tickets to cancel. The server calculates the refund for each choice, and it is shown first. */
import { useRef, useState } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { OwnCancellation, OwnChanges } from "../../../../contract/shapes/ownChange.ts";
import { useAct } from "../../../act/useAct.ts";
import { ApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import fields from "../../../ui/fields.module.css";
import { fullNameOf } from "../../../words/names.ts";
import type { OwnProof } from "../extras/loadExtras.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./ChangeOwn.module.css";
import { type CompletedChange, extrasOutcome, moneyWords, ticketWords, untilWords } from "./words.ts";

interface CancelPartProps {
  event: Event;
  proof: OwnProof;
  changes: OwnChanges;
  onDone: (done: CompletedChange) => Promise<void>;
}

export function CancelPart({ event, proof, changes, onDone }: CancelPartProps) {
  const { tickets, currency, cancelRefusal } = changes;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [quote, setQuote] = useState<OwnCancellation | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, problem, setProblem, keys, run } = useAct();
  const latest = useRef(0);
  const heading = <h2 id="cancel-heading">Cancel tickets</h2>;
  const ids = (of: readonly number[]) => (of.length === tickets.length ? undefined : [...of]);

  async function ask(of: readonly number[]): Promise<void> {
    const turn = ++latest.current;
    setProblem(null);
    if (of.length === 0) return setQuote(null);
    setAsking(true);
    try {
      const attendeeIds = ids(of);
      const answer = await api.get(
        "registration/getOwnChanges",
        { ...proof, ...(attendeeIds && { attendeeIds: JSON.stringify(attendeeIds) }) },
        { suppressToasts: true },
      );
      if (turn === latest.current) setQuote(answer.cancellation);
    } catch (error) {
      if (turn !== latest.current) return;
      setQuote(null);
      setProblem(wordsOf(error));
    } finally {
      if (turn === latest.current) setAsking(false);
    }
  }

  function toggle(attendeeId: number): void {
    const next = chosen.includes(attendeeId)
      ? chosen.filter((id) => id !== attendeeId)
      : [...chosen, attendeeId];
    setChosen(next);
    void ask(next);
  }

  async function cancel({ amount, isWhole }: OwnCancellation): Promise<void> {
    const attendeeIds = ids(chosen);
    const body = { ...proof, refundAmount: amount, ...(attendeeIds && { attendeeIds }) };
    await keys.send(body, (idempotencyKey) =>
      api.post("registration/cancelOwn", body, { idempotencyKey, suppressToasts: true }),
    );
    const people = tickets.filter(({ attendeeId }) => chosen.includes(attendeeId)).map(fullNameOf);
    setConfirming(false);
    await onDone({ kind: "cancelled", people, isWhole, amount, currency });
  }

  async function refused(error: ApiError): Promise<string> {
    if (error.code !== "noAnswer") await ask(chosen);
    return error.msg;
  }

  if (cancelRefusal !== null)
    return (
      <section className={classes.part} aria-labelledby="cancel-heading">
        {heading}
        <p className={classes.refusal}>{cancelRefusal}</p>
      </section>
    );
  const money = quote === null ? null : moneyWords(quote, currency);
  const refusal = quote?.refusal ?? null;
  const what = chosen.length === 1 ? "this ticket" : `these ${chosen.length} tickets`;
  return (
    <section className={classes.part} aria-labelledby="cancel-heading">
      {heading}
      <p className={classes.lead}>
        You can cancel {untilWords(changes.cancelUntil, event)}.{" "}
        {changes.feePercent === 0
          ? "All of the money goes back."
          : `${event.club.name} keeps ${changes.feePercent} % of what was paid.`}{" "}
        The places go back on sale, so this cannot be undone.
      </p>
      <fieldset className={fields.options}>
        <legend className="visuallyHidden">Tickets to cancel</legend>
        {tickets.map((ticket) => (
          <label key={ticket.attendeeId} className={fields.option}>
            <input
              type="checkbox"
              checked={chosen.includes(ticket.attendeeId)}
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
      <div className={classes.sum} aria-live="polite" aria-busy={isAsking}>
        {money !== null && quote !== null && (
          <Amounts quote={quote} currency={currency} clubName={event.club.name} />
        )}
        {refusal !== null && <p className={classes.refusal}>{refusal}</p>}
        {problem !== null && !isConfirming && <Notice kind="problem" title={problem} />}
      </div>
      <button
        type="button"
        className="button"
        disabled={chosen.length === 0 || isAsking || quote === null || refusal !== null}
        onClick={() => setConfirming(true)}
      >
        {chosen.length === 0 ? "Choose the tickets to cancel" : `Cancel ${what}…`}
      </button>
      <Dialog
        isOpen={isConfirming && quote !== null}
        title={quote?.isWhole ? "Cancel all your tickets?" : `Cancel ${what}?`}
        onClose={() => setConfirming(false)}
      >
        {quote !== null && (
          <div className={classes.confirm}>
            <p>
              {tickets
                .filter(({ attendeeId }) => chosen.includes(attendeeId))
                .map(fullNameOf)
                .join(", ")}
              {": "}
              the {chosen.length === 1 ? "code stops" : "codes stop"} working at the door, and this cannot be
              undone.
            </p>
            <Amounts quote={quote} currency={currency} clubName={event.club.name} />
            {problem !== null && <Notice kind="problem" title={problem} />}
            <div className={classes.actions}>
              <button type="button" className="button buttonQuiet" onClick={() => setConfirming(false)}>
                Keep {chosen.length === 1 ? "the ticket" : "the tickets"}
              </button>
              <button
                type="button"
                className={`button ${classes.final}`}
                aria-busy={isBusy}
                disabled={isAsking || refusal !== null}
                onClick={() => void run(() => cancel(quote), { refused })}
              >
                {isBusy ? "One moment…" : `Cancel ${what}`}
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

/** The refund, and the amount that is kept. */
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
          <dt>Goes back to you</dt>
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

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.msg;
}
