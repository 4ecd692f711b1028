/** What can be had for which price, how many are left, and the way to it; or why nothing can be had. */
import { Link } from "react-router";
import type { PromoCodeOffer } from "../../../../contract/promoCode.ts";
import { paths } from "../../../paths.ts";
import { PromoCodeField } from "../purchase/PromoCodeField.tsx";
import type { PromoCodeState } from "../purchase/usePromoCode.ts";
import type { EventPage } from "./load.ts";
import { RegisterHere } from "./RegisterHere.tsx";
import classes from "./TicketPanel.module.css";

interface TicketPanelProps {
  page: EventPage;
  /** The visitor's promo code; the page is with it. Null where none is asked for. */
  code: PromoCodeState | null;
}

export function TicketPanel({ page, code }: TicketPanelProps) {
  const { event, offers, state, stateWords, tax, support, expressTicketId } = page;
  return (
    <section className={classes.panel} aria-labelledby="tickets-heading" id="tickets">
      <h2 id="tickets-heading">{expressTicketId === null ? "Tickets" : "Register"}</h2>
      {stateWords !== null && (
        <div className={classes.state} data-state={state}>
          <strong>{stateWords.title}</strong>
          <p>{stateWords.text}</p>
        </div>
      )}
      {offers.length > 0 && (
        <ul className={classes.list}>
          {offers.map(({ id, title, description, price, fullPrice, note, isClosed, hasWaitingList }) => (
            <li key={id} className={classes.ticket} data-closed={isClosed || undefined}>
              <div className={classes.names}>
                <h3>{title}</h3>
                {description !== "" && <p>{description}</p>}
                {note !== null && <p className={classes.left}>{note}</p>}
                {hasWaitingList && (
                  <p className={classes.wait}>
                    <Link className="lone" to={paths.waitingList(event.slug, { ticket: id })}>
                      Join the waiting list<span className="visuallyHidden"> for {title}</span>
                    </Link>
                  </p>
                )}
              </div>
              <span className={classes.price}>
                {fullPrice !== undefined && (
                  <s>
                    <span className="visuallyHidden">Without the code </span>
                    {fullPrice}
                  </s>
                )}
                {price}
              </span>
            </li>
          ))}
        </ul>
      )}
      {tax !== null && <p className={classes.small}>{tax}</p>}
      {code !== null && (
        <div className={classes.code}>
          <PromoCodeField state={code} currency={event.currency} />
        </div>
      )}
      {expressTicketId !== null && <RegisterHere promoCode={codeFor(expressTicketId, code?.promo ?? null)} />}
      {state === "onSale" && expressTicketId === null && (
        <Link className={`button ${classes.wide}`} to={paths.tickets(event.slug)}>
          Get tickets
        </Link>
      )}
      <p className={classes.lost}>
        <Link className="lone" to={paths.findTickets(event.slug)}>
          Where are my tickets?
        </Link>
        {support.hasPackages && state !== "over" && state !== "cancelled" && (
          <Link className="lone" to={paths.pricing(event.slug)}>
            Support this event
          </Link>
        )}
      </p>
    </section>
  );
}

/** The code that covers a ticket; null where there is none. */
function codeFor(ticketId: number, promo: PromoCodeOffer | null): string | null {
  return promo?.tickets.some(({ id }) => id === ticketId) ? promo.code : null;
}
