/** The choice of tickets. Continuing takes the hold. A refusal is shown at its ticket, with a corrected choice. */
import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate, useRevalidator } from "react-router";
import { needCents } from "../../../../contract/rules/money.ts";
import { eventSaleState, overallSaleState, ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { eventSaleWords, scarcityWords, ticketSaleWords } from "../../../event/saleWords.ts";
import { paths } from "../../../paths.ts";
import { browserClocks } from "../../../sale/browser.ts";
import {
  type ChoiceKind,
  choiceIn,
  limitText,
  mostAllowed,
  offerTo,
  quoteOf,
  type SaleOffer,
  startingChoice,
  ticketCount,
  withinOffer,
  withQuantity,
} from "../../../sale/choice.ts";
import type { Hold, PurchaseDraft } from "../../../sale/draft.ts";
import { draftStoreOf, useDraft } from "../../../sale/draftStore.ts";
import { readHold } from "../../../sale/holdClock.ts";
import { type HoldOutcome, takeHold } from "../../../sale/takeHold.ts";
import { usePromoCode } from "../../../sale/usePromoCode.ts";
import { withPromoCode } from "../../../sale/withPromoCode.ts";
import { useOrigin } from "../../../stores/site.ts";
import { Meta } from "../../../ui/Meta.tsx";
import { ExtrasRows } from "../purchase/ExtrasRows.tsx";
import { Notice } from "../purchase/Notice.tsx";
import { OfferRow } from "../purchase/OfferRow.tsx";
import { OrderSummary } from "../purchase/OrderSummary.tsx";
import { PurchaseFrame } from "../purchase/PurchaseFrame.tsx";
import { TotalBar } from "../purchase/TotalBar.tsx";
import classes from "./ChooseTickets.module.css";
import { PromoCodeField } from "./PromoCodeField.tsx";

interface ChooseTicketsProps {
  offer: SaleOffer;
  /** When the offer was read (ISO). Sale states are computed for this time, so that server and browser agree. */
  readAt: string;
}

export function ChooseTickets({ offer, readAt }: ChooseTicketsProps) {
  const { event } = offer;
  const { slug, config, currency } = event;
  const now = new Date(readAt);
  const draft = useDraft(slug);
  const code = usePromoCode(event);
  const navigate = useNavigate();
  const origin = useOrigin();
  const { search } = useLocation();
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAct();
  const [outcome, setOutcome] = useState<HoldOutcome | null>(null);

  const hold = liveHold(draft);
  const heldWithCode = hold?.quote.promoCode === code.promo?.code ? hold?.choice : undefined;
  const mine = offerTo(withPromoCode(offer, code.promo, heldWithCode ?? null), hold?.choice ?? null);
  const withCents = needCents(
    [
      ...mine.tickets.flatMap(({ price, fullPrice = price }) => [price, fullPrice]),
      ...mine.extras.map(({ price }) => price),
    ],
    event.currency,
  );
  // Only the browser knows it; the server renders the same page for everybody.
  const saved = draft && (draft.choice ?? choiceIn(search));
  const choice = withinOffer(mine, saved ?? startingChoice(mine, now), now);
  const tickets = ticketCount(choice);
  const quote = quoteOf(mine, choice);
  const state = overallSaleState(mine.event, mine.tickets, now);
  const takesCode = code.isWanted && eventSaleState(event, now) === "onSale";
  const closed = eventSaleWords(state, {
    salesStart: config.salesStart,
    ...clocksOf(event),
    hasWaitingList: mine.tickets.some(({ hasWaitingList }) => hasWaitingList),
  });

  const ticketWords = (ticket: Ticket) => {
    const ofTicket = ticketSaleState(mine.event, ticket, now);
    // A state of the whole event is shown once, above.
    if (closed !== null && ofTicket === state && state !== "soldOut") return "Not on sale";
    const salesStart = ticket.salesStart ?? config.salesStart;
    return ticketSaleWords(ofTicket, { salesStart, ...clocksOf(event) });
  };

  const change = (kind: ChoiceKind, id: number) => (quantity: number) => {
    setOutcome(null);
    draftStoreOf(slug).happen({
      type: "chosen",
      choice: withQuantity(mine, choice, { kind, id, quantity, now }),
    });
  };

  async function goOn(submitted: FormEvent) {
    submitted.preventDefault();
    if (tickets === 0) return;
    const store = draftStoreOf(slug);
    const taken = await run(() => takeHold(choice, { api, store, event, clocks: browserClocks }));
    if (taken === undefined) return;
    setOutcome(taken);
    if (taken.kind === "held") await navigate(paths.attendeeForm(slug));
    else if (taken.kind === "alreadyPaid")
      await navigate(paths.success(slug, store.get().bought ?? undefined));
    else await Promise.all([revalidate(), code.refresh()]);
  }

  return (
    <form className={classes.page} onSubmit={(submitted) => void goOn(submitted)}>
      <Meta
        title={`Tickets for ${event.name}`}
        description={`Tickets for ${event.name}: ${offer.tickets.map(({ title }) => title).join(", ")}.`}
        url={origin + paths.tickets(slug)}
        image={`${origin}${event.bannerUrl}?w=1280`}
      />
      <PurchaseFrame
        event={event}
        step={closed === null ? "Tickets" : null}
        heading={closed === null ? "Choose your tickets" : "Tickets"}
        isFree={tickets === 0 ? mine.tickets.every(({ price }) => price === 0) : quote.totalAmount === 0}
        hold={hold}
        onHoldEnded={() => {
          draftStoreOf(slug).happen({ type: "holdEnded" });
          void revalidate();
        }}
        aside={
          closed === null && (
            <div className={classes.summary}>
              <OrderSummary summary={quote} heading="Your order" />
            </div>
          )
        }
      >
        <div className={classes.notices}>
          <noscript>
            <Notice kind="info" title="Buying needs JavaScript">
              <p>
                Everything about the tickets is here to read, but choosing and paying for them works only with
                JavaScript switched on.
              </p>
            </Notice>
          </noscript>
          {draft?.bought && (
            <Notice kind="success" title="You already have tickets for this event.">
              <p>
                <Link to={paths.tickets(slug, draft.bought)}>Show my tickets</Link>, or choose more below.
              </p>
            </Notice>
          )}
          {draft?.holdEnded && hold === null && (
            <Notice kind="warning" title="The time ran out, so your tickets are no longer held.">
              <p>Your choice is still here, and so is everything you typed: go on to hold them again.</p>
            </Notice>
          )}
          {closed !== null && (
            <Notice kind="info" title={closed.title}>
              <p>{closed.text}</p>
            </Notice>
          )}
          {outcome?.kind === "refused" && <Notice kind="problem" title={outcome.msg} />}
          {(outcome?.kind === "short" || outcome?.kind === "codeRefused") && (
            <Notice kind="problem" title={outcome.msg}>
              <p>Check the changes below, then continue.</p>
            </Notice>
          )}
        </div>

        <h2 className={mine.extras.length > 0 ? classes.heading : "visuallyHidden"}>Tickets</h2>
        <ul className={classes.list} aria-label="Tickets">
          {mine.tickets.map((ticket) => (
            <OfferRow
              key={ticket.id}
              id={`ticket-${ticket.id}`}
              title={ticket.title}
              description={ticket.description}
              price={ticket.price}
              fullPrice={ticket.fullPrice}
              currency={currency}
              withCents={withCents}
              scarcity={scarcityWords(
                Math.min(ticket.currentStock, mine.event.placesLeft ?? ticket.currentStock),
                config.showTicketsLeft,
              )}
              closed={ticketWords(ticket)}
              waitingList={
                ticket.hasWaitingList && ticketSaleState(mine.event, ticket, now) === "soldOut"
                  ? paths.waitingList(slug, { ticket: ticket.id })
                  : null
              }
              value={choice.tickets[ticket.id] ?? 0}
              most={mostAllowed(mine, choice, "tickets", ticket.id, now)}
              limit={limitText(mine, choice, "tickets", ticket.id, now)}
              refusal={outcome?.kind === "short" ? (outcome.tickets[ticket.id] ?? null) : null}
              onChange={change("tickets", ticket.id)}
            />
          ))}
        </ul>

        {takesCode && (
          <div className={classes.code}>
            <PromoCodeField state={code} currency={currency} />
          </div>
        )}

        {mine.extras.length > 0 && (
          <>
            <h2 className={classes.heading}>Extras</h2>
            <ul className={classes.list} aria-label="Extras">
              <ExtrasRows
                offer={mine}
                choice={choice}
                now={now}
                isClosed={closed !== null}
                withCents={withCents}
                refusals={outcome?.kind === "short" ? outcome.extras : {}}
                onChange={(id) => change("extras", id)}
              />
            </ul>
          </>
        )}
        {state === "onSale" && (
          <p className={classes.promise}>
            When you continue, we hold your tickets for {config.holdMinutes} minutes while you fill in the
            rest.
          </p>
        )}
        <p className={classes.promise}>
          <Link className="lone" to={paths.findTickets(slug)}>
            Resend my tickets
          </Link>
        </p>
      </PurchaseFrame>
      {state === "onSale" && (
        <TotalBar
          chosen={tickets === 0 ? null : `${tickets} ${tickets === 1 ? "ticket" : "tickets"}`}
          none="No tickets chosen"
          quote={quote}
          label="Continue"
          busyLabel="Holding your tickets…"
          reason={tickets === 0 ? "Choose at least one ticket" : null}
          busy={isBusy}
        />
      )}
    </form>
  );
}

/** The draft's hold, if it has not expired. */
function liveHold(draft: PurchaseDraft | null): Hold | null {
  const hold = draft?.hold ?? null;
  return hold !== null && readHold(hold, browserClocks).remainingMs > 0 ? hold : null;
}
