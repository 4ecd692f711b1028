/** The way between the pages that lie under an event's Tickets: what is sold, and to whom beside the ordinary way. */
import { NavLink } from "react-router";
import { type EventPageName, paths } from "../../paths.ts";
import classes from "./TicketsNav.module.css";

const parts: readonly { label: string; page: EventPageName }[] = [
  { label: "Tickets", page: "tickets" },
  { label: "Promo codes", page: "promo-codes" },
  { label: "Waiting list", page: "waiting-list" },
];

export function TicketsNav({ eventId }: { eventId: number }) {
  return (
    <nav aria-label="Tickets" className={classes.nav}>
      <ul>
        {parts.map(({ label, page }) => (
          <li key={page}>
            <NavLink to={paths.eventPage(eventId, page)}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
