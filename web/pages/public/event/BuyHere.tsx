/** Holds tickets (docs/wire.md §5). Before the script has loaded, the form leads to the tickets page. */
import { type FormEvent, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import { useAct } from "../../../act/useAct.ts";
import type { OnlyTicket } from "../../../event/eventPage.ts";
import { paths } from "../../../paths.ts";
import { draftStoreOf, useDraft } from "../../../sale/draftStore.ts";
import type { HoldOutcome } from "../../../sale/takeHold.ts";
import type { PromoCodeState } from "../../../sale/usePromoCode.ts";
import { Notice } from "../purchase/Notice.tsx";
import { buyHereButton } from "./BuyBar.tsx";
import classes from "./BuyHere.module.css";
import { CountRow } from "./CountRow.tsx";

interface BuyHereProps {
  event: Event;
  ticket: OnlyTicket;
  /** May limit the number. */
  code: PromoCodeState;
}

export function BuyHere({ event, ticket, code }: BuyHereProps) {
  const { slug } = event;
  const { id, limitWords } = ticket;
  // Only the browser knows the draft.
  const draft = useDraft(slug);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAct();
  const [outcome, setOutcome] = useState<HoldOutcome | null>(null);

  // `ticket.max` leaves out what this visitor holds. It may be the limit of an order, so the two are not added.
  const held = draft?.hold?.choice.tickets[id] ?? 0;
  const coveringCode = code.promo?.tickets.some((covered) => covered.id === id) ? code.promo : null;
  const maxWithCode = (coveringCode?.left ?? Number.POSITIVE_INFINITY) + held;
  const max = Math.min(Math.max(ticket.max, held), maxWithCode);
  const number = Math.max(1, Math.min(draft?.choice?.tickets[id] ?? 1, max));
  const refusal = outcome !== null && "msg" in outcome ? outcome : null;
  const shortage = refusal?.kind === "short" ? refusal.tickets[id] : undefined;

  function choose(wanted: number): void {
    setOutcome(null);
    const quantity = Math.max(1, Math.min(Math.trunc(wanted) || 1, max));
    draftStoreOf(slug).dispatch({ type: "chosen", choice: { tickets: { [id]: quantity }, extras: {} } });
  }

  async function hold(): Promise<void> {
    const loaded = await import("./holdHere.ts").catch(() => null);
    if (loaded === null) {
      await navigate(`${paths.tickets(slug)}?ticket-${id}=${number}`);
      return;
    }
    const result = await loaded.holdHere(event, id, number);
    setOutcome(result);
    if (result.kind === "held") await navigate(paths.attendeeForm(slug));
    else if (result.kind === "alreadyPaid")
      await navigate(paths.success(slug, draftStoreOf(slug).get().bought ?? undefined));
    else await Promise.all([revalidate(), code.refresh()]);
  }

  return (
    <form
      action={paths.tickets(slug)}
      className={classes.form}
      aria-label="Get tickets"
      onSubmit={(submitted: FormEvent) => {
        submitted.preventDefault();
        void run(hold);
      }}
    >
      {draft?.bought && (
        <Notice kind="success" title="You already have tickets for this event.">
          <p>
            <Link to={paths.tickets(slug, draft.bought)}>Show my tickets</Link>, or get more below.
          </p>
        </Notice>
      )}
      <CountRow
        name={`ticket-${id}`}
        title="Number of tickets"
        label="tickets"
        one="ticket"
        min={1}
        max={max}
        value={number}
        note={
          number < max
            ? null
            : coveringCode !== null && max === maxWithCode
              ? `The code ${coveringCode.code} can be used for ${max} ticket${max === 1 ? "" : "s"}.`
              : limitWords
        }
        onChange={choose}
      />
      {refusal !== null && <Notice kind="problem" title={shortage ?? refusal.msg} />}
      <button
        id={buyHereButton}
        type="submit"
        className="button"
        aria-disabled={isBusy || undefined}
        data-main
      >
        {isBusy ? "Holding your tickets…" : number === 1 ? "Get 1 ticket" : `Get ${number} tickets`}
      </button>
    </form>
  );
}
