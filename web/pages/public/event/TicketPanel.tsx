/** What can be had for which price, how many are left, and the way to it; or why nothing can be had. */
import { Link } from "react-router";
import type { Event } from "../../../../contract/event.ts";
import { formatMoney } from "../../../../contract/rules/money.ts";
import { overallSaleState, ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Ticket } from "../../../../contract/ticket.ts";
import { paths } from "../../../paths.ts";
import { eventSaleWords, scarcityWords, ticketSaleWords } from "../purchase/saleWords.ts";
import type { EventPage } from "./load.ts";
import { RegisterHere } from "./RegisterHere.tsx";
import { taxWords } from "./saleOffer.ts";
import classes from "./TicketPanel.module.css";

export function TicketPanel({ event, tickets, expressTicket, now }: EventPage) {
  const at = new Date(now);
  const state = overallSaleState(event, tickets, at);
  const words = eventSaleWords(state, openingOf(event, tickets));
  const tax = taxWords(event, tickets);
  return (
    <section className={classes.panel} aria-labelledby="tickets-heading" id="tickets">
      <h2 id="tickets-heading">{expressTicket === null ? "Tickets" : "Register"}</h2>
      {words !== null && (
        <div className={classes.state} data-state={state}>
          <strong>{words.title}</strong>
          <p>{words.text}</p>
        </div>
      )}
      {tickets.length > 0 && (
        <ul className={classes.list}>
          {tickets.map((ticket) => (
            <TicketLine key={ticket.id} event={event} ticket={ticket} at={at} />
          ))}
        </ul>
      )}
      {tax !== null && <p className={classes.small}>{tax}</p>}
      {state === "onSale" && expressTicket !== null && <RegisterHere />}
      {state === "onSale" && expressTicket === null && (
        <Link className={`button ${classes.wide}`} to={paths.tickets(event.slug)}>
          Get tickets
        </Link>
      )}
    </section>
  );
}

function TicketLine({ event, ticket, at }: { event: Event; ticket: Ticket; at: Date }) {
  const state = ticketSaleState(event, ticket, at);
  const salesStart = ticket.salesStart ?? event.config.salesStart;
  const closed = ticketSaleWords(state, { salesStart, timeZone: event.timeZone });
  const left = closed ?? scarcityWords(leftOf(event, ticket), event.config.showTicketsLeft);
  return (
    <li className={classes.ticket} data-closed={closed !== null || undefined}>
      <div className={classes.names}>
        <h3>{ticket.title}</h3>
        {ticket.description !== "" && <p>{ticket.description}</p>}
        {left !== null && <p className={classes.left}>{left}</p>}
      </div>
      <span className={classes.price}>
        {ticket.price === 0 ? "Free" : formatMoney(ticket.price, ticket.currency)}
      </span>
    </li>
  );
}

/** No more of one ticket can be had than the whole event has places. */
function leftOf(event: Event, ticket: Ticket): number {
  return Math.min(ticket.currentStock, event.placesLeft ?? ticket.currentStock);
}

/** When sales begin: with the event's own window, or with the first ticket's. */
function openingOf(event: Event, tickets: readonly Ticket[]) {
  const starts = tickets.flatMap(({ salesStart }) => salesStart ?? []).sort();
  return { salesStart: event.config.salesStart ?? starts[0] ?? null, timeZone: event.timeZone };
}
