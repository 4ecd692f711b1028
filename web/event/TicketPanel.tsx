import type { ReactNode } from "react";
import { Link } from "react-router";
import { languageOf } from "../lib/languageOf.ts";
import { paths } from "../paths.ts";
import type { EventPage } from "./eventPage.ts";
import classes from "./TicketPanel.module.css";

interface TicketPanelProps {
  page: EventPage;
  codeField?: ReactNode;
  /** The form to register on this page, or to choose the number of tickets. */
  form?: ReactNode;
}

/** Whether one button leads to the waiting lists, instead of a link at each ticket type. */
export const hasOneListLink = ({ state, offers }: Pick<EventPage, "state" | "offers">): boolean =>
  state === "soldOut" && offers.some(({ hasWaitingList }) => hasWaitingList);

export function TicketPanel({ page, codeField = null, form = null }: TicketPanelProps) {
  const { event, offers, state, stateWords, tax, support, express } = page;
  const hasOneLink = hasOneListLink(page);
  return (
    <section className={classes.panel} aria-labelledby="tickets-heading" id="tickets">
      <h2 id="tickets-heading">{express === null ? "Tickets" : "Register"}</h2>
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
                <h3 {...languageOf(title)}>{title}</h3>
                {description !== "" && <p {...languageOf(description)}>{description}</p>}
                {note !== null && <p className={classes.left}>{note}</p>}
                {hasWaitingList && !hasOneLink && (
                  <p className={classes.wait}>
                    <Link className="touchLink" to={paths.waitingList(event.slug, { ticket: id })}>
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
      {codeField !== null && <div className={classes.code}>{codeField}</div>}
      {form}
      {state === "onSale" && express === null && form === null && (
        <Link className={`button ${classes.wide}`} to={paths.tickets(event.slug)} data-main>
          Get tickets
        </Link>
      )}
      {hasOneLink && (
        <Link className={`button ${classes.wide}`} to={paths.waitingList(event.slug)} data-main>
          Join the waiting list
        </Link>
      )}
      <p className={classes.lost}>
        <Link className="touchLink" to={paths.findTickets(event.slug)}>
          Find my tickets
        </Link>
        {support.hasPackages && state !== "over" && state !== "cancelled" && (
          <Link className="touchLink" to={paths.pricing(event.slug)}>
            Support this event
          </Link>
        )}
      </p>
    </section>
  );
}
