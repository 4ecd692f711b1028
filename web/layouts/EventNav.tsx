/** The way between the pages of one event; on a phone a row that is swiped, with the open page in sight. */
import { useCallback } from "react";
import { NavLink } from "react-router";
import { paths } from "../paths.ts";
import classes from "./EventNav.module.css";
import { eventPages } from "./eventPages.ts";

export function EventNav({ eventId }: { eventId: number }) {
  const showOpenPage = useCallback((list: HTMLUListElement | null) => {
    const open = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !open) return;
    list.scrollLeft = open.offsetLeft - (list.clientWidth - open.offsetWidth) / 2;
  }, []);
  return (
    <nav aria-label="Event" className={classes.nav}>
      <ul ref={showOpenPage}>
        {eventPages.map(({ label, page }) => (
          <li key={label}>
            <NavLink
              to={page === null ? paths.eventOverview(eventId) : paths.eventPage(eventId, page)}
              end={page === null}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
