import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate, useRevalidator } from "react-router";
import { needCents } from "../../../../contract/rules/money/money.ts";
import { eventSaleState, overallSaleState, ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { saleOpening, taxWords, ticketStart } from "../../../event/saleOffer.ts";
import { eventSaleWords, scarcityWords, ticketSaleWords } from "../../../event/saleWords.ts";
import { paths } from "../../../paths.ts";
import { browserClocks } from "../../../sale/browser.ts";
import {
  type ChoiceKind,
  choiceIn,
  limitChoiceToOffer,
  limitText,
  maxQuantityOf,
  quoteOf,
  type SaleOffer,
  startingChoice,
  ticketCount,
  withQuantity,
} from "../../../sale/choice.ts";
import type { Hold, PurchaseDraft } from "../../../sale/draft.ts";
import { draftStoreOf, useDraft } from "../../../sale/draftStore.ts";
import { endHoldUnlessPaid } from "../../../sale/endHold.ts";
import { holdExtensionOf } from "../../../sale/extendHold.ts";
import { readHold } from "../../../sale/holdClock.ts";
import { ownOfferOf } from "../../../sale/ownOffer.ts";
import { type HoldOutcome, takeHold } from "../../../sale/takeHold.ts";
import { usePromoCode } from "../../../sale/usePromoCode.ts";
import { PageMeta } from "../PageMeta.tsx";
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
  /** Sale states are computed for this time (ISO), so that server and browser agree. */
  readAt: string;
}

export function ChooseTickets({ offer, readAt }: ChooseTicketsProps) {
  const { event } = offer;
  const { slug, config, currency } = event;
  const now = new Date(readAt);
  const draft = useDraft(slug);
  const code = usePromoCode(event);
  const navigate = useNavigate();
  const { search } = useLocation();
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAct();
  const [outcome, setOutcome] = useState<HoldOutcome | null>(null);

  const hold = liveHold(draft);
  const ownOffer = ownOfferOf(offer, hold, code.promo);
  const withCents = needCents(
    [
      ...ownOffer.tickets.flatMap(({ price, fullPrice = price }) => [price, fullPrice]),
      ...ownOffer.extras.map(({ price }) => price),
    ],
    currency,
  );
  // Only the browser knows the draft.
  const savedChoice = draft && (draft.choice ?? choiceIn(search));
  const choice = limitChoiceToOffer(ownOffer, savedChoice ?? startingChoice(ownOffer, now), now);
  const chosenCount = ticketCount(choice);
  const quote = quoteOf(ownOffer, choice);
  const state = overallSaleState(ownOffer.event, ownOffer.tickets, now);
  const takesCode = code.isWanted && eventSaleState(event, now) === "onSale";
  const opening = saleOpening(ownOffer.event, ownOffer.tickets, now);
  const closedWords = eventSaleWords(state, opening);

  // One button replaces the links of the tickets to their waiting lists.
  const hasOneListButton =
    state === "soldOut" && ownOffer.tickets.some(({ hasWaitingList }) => hasWaitingList);

  const tax = taxWords(ownOffer.event, ownOffer.tickets);
  const closedTextOf = (ticket: Ticket) => {
    const ticketState = ticketSaleState(ownOffer.event, ticket, now);
    // The event's state is shown above the list, so the rows do not repeat it, except for "Sold out".
    const salesStart = ticketStart(ownOffer.event, ticket);
    const isLater = ticketState === "notYet" && salesStart !== opening.salesStart;
    if (closedWords !== null && ticketState === state && state !== "soldOut" && !isLater)
      return "Not on sale";
    return ticketSaleWords(ticketState, { salesStart, ...clocksOf(event) });
  };

  const change = (kind: ChoiceKind, id: number) => (quantity: number) => {
    setOutcome(null);
    draftStoreOf(slug).dispatch({
      type: "chosen",
      choice: withQuantity(ownOffer, choice, { kind, id, quantity, now }),
    });
  };

  async function submit(formEvent: FormEvent) {
    formEvent.preventDefault();
    if (chosenCount === 0) return;
    const store = draftStoreOf(slug);
    const result = await run(() => takeHold(choice, { api, store, event, clocks: browserClocks }));
    if (result === undefined) return;
    setOutcome(result);
    if (result.kind === "held") await navigate(paths.attendeeForm(slug));
    else if (result.kind === "alreadyPaid")
      await navigate(paths.success(slug, store.get().bought ?? undefined));
    else await Promise.all([revalidate(), code.refresh()]);
  }

  return (
    <form className={classes.page} onSubmit={(formEvent) => void submit(formEvent)}>
      <PageMeta
        title={`Tickets for ${event.name}`}
        description={`Tickets for ${event.name}: ${offer.tickets.map(({ title }) => title).join(", ")}.`}
        path={paths.tickets(slug)}
        event={event}
      />
      <PurchaseFrame
        event={event}
        step={closedWords === null ? "Tickets" : null}
        heading={closedWords === null ? "Choose your tickets" : "Tickets"}
        isFree={
          chosenCount === 0 ? ownOffer.tickets.every(({ price }) => price === 0) : quote.totalAmount === 0
        }
        countdown={
          hold && {
            hold,
            heldWords: "your tickets are",
            extension: holdExtensionOf(event, hold, { api, store: draftStoreOf(slug) }),
            onEnded: () => void endHoldUnlessPaid(api, draftStoreOf(slug)).then(revalidate),
          }
        }
        aside={
          closedWords === null && (
            <div className={classes.summary}>
              <OrderSummary summary={quote} heading="Your order" />
            </div>
          )
        }
      >
        <div className={classes.notices}>
          <noscript>
            <Notice kind="info" title="Buying needs JavaScript">
              <p>You can read the offer here. To buy, switch on JavaScript and load the page again.</p>
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
              <p>Your choice and everything you typed are still here: continue to hold the tickets again.</p>
            </Notice>
          )}
          {closedWords !== null && (
            <Notice kind="info" title={closedWords.title}>
              <p>{closedWords.text}</p>
            </Notice>
          )}
          {hasOneListButton && (
            <Link className="button" to={paths.waitingList(slug)}>
              Join the waiting list
            </Link>
          )}
          {outcome?.kind === "refused" && <Notice kind="problem" title={outcome.msg} />}
          {(outcome?.kind === "short" || outcome?.kind === "codeRefused") && (
            <Notice kind="problem" title={outcome.msg}>
              <p>Check the changes below, then continue.</p>
            </Notice>
          )}
        </div>

        {tax !== null && <p className={classes.tax}>{tax}</p>}
        <h2 className={ownOffer.extras.length > 0 ? classes.heading : "visuallyHidden"}>Tickets</h2>
        <ul className={classes.list} aria-label="Tickets">
          {ownOffer.tickets.map((ticket) => (
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
                Math.min(ticket.currentStock, ownOffer.event.placesLeft ?? ticket.currentStock),
                config.showTicketsLeft,
              )}
              closed={closedTextOf(ticket)}
              waitingList={
                !hasOneListButton &&
                ticket.hasWaitingList &&
                ticketSaleState(ownOffer.event, ticket, now) === "soldOut"
                  ? paths.waitingList(slug, { ticket: ticket.id })
                  : null
              }
              value={choice.tickets[ticket.id] ?? 0}
              max={maxQuantityOf(ownOffer, choice, "tickets", ticket.id, now)}
              limit={limitText(ownOffer, choice, "tickets", ticket.id, now)}
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

        {ownOffer.extras.length > 0 && (
          <>
            <h2 className={classes.heading}>Extras</h2>
            <ul className={classes.list} aria-label="Extras">
              <ExtrasRows
                offer={ownOffer}
                choice={choice}
                now={now}
                isClosed={closedWords !== null}
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
          <Link className="touchLink" to={paths.findTickets(slug)}>
            Find my tickets
          </Link>
        </p>
      </PurchaseFrame>
      {state === "onSale" && (
        <TotalBar
          chosen={chosenCount === 0 ? null : `${chosenCount} ${chosenCount === 1 ? "ticket" : "tickets"}`}
          none="No tickets chosen"
          quote={quote}
          label="Continue"
          busyLabel="Holding your tickets…"
          reason={chosenCount === 0 ? "Choose at least one ticket" : null}
          busy={isBusy}
        />
      )}
    </form>
  );
}

function liveHold(draft: PurchaseDraft | null): Hold | null {
  const hold = draft?.hold ?? null;
  return hold !== null && readHold(hold, browserClocks).remainingMs > 0 ? hold : null;
}
