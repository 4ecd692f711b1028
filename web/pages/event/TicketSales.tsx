import { Link } from "react-router";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { TicketStock } from "../../../contract/shapes/stock.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import classes from "./Overview.module.css";

interface TicketSalesProps {
  event: Event;
  tickets: readonly Ticket[];
  stock: readonly TicketStock[];
}

export function TicketSales({ event, tickets, stock }: TicketSalesProps) {
  if (tickets.length === 0) {
    return (
      <EmptyState
        title="There is nothing to sell yet"
        action={
          <Link className="button" to={paths.eventPage(event.id, "tickets")}>
            Add a ticket
          </Link>
        }
      >
        One ticket type is enough, free or with a price.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="sales-heading">
      <h2 id="sales-heading" className={classes.heading}>
        Tickets
      </h2>
      <ul className={classes.tickets}>
        {tickets.map(({ id, title, price, currency, maxStock, isActive }) => {
          const { sold = 0, held = 0 } = stock.find(({ ticketId }) => ticketId === id) ?? {};
          return (
            <li key={id}>
              <span className={classes.ticket}>
                <strong>{title}</strong>
                <span>
                  {price === 0 ? "Free" : formatMoney(price, currency)}
                  {!isActive && ", not on sale"}
                </span>
              </span>
              <span className={classes.count}>
                {sold.toLocaleString("en-US")} of {maxStock.toLocaleString("en-US")} sold
                {held > 0 && `, ${held.toLocaleString("en-US")} held`}
              </span>
              <progress
                className={classes.sold}
                value={sold + held}
                max={Math.max(1, maxStock)}
                aria-label={`${title}: sold and held`}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
