/** The way between the pages of one event; on a phone a row that is swiped, with the open page in sight. */
import { useCallback } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { paths } from "../paths.ts";
import classes from "./EventNav.module.css";
import { eventPages } from "./eventPages.ts";

export function EventNav({ eventId }: { eventId: number }) {
  const { pathname } = useLocation();
  const showOpenPage = useCallback((list: HTMLUListElement | null) => {
    const open = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !open) return;
    list.scrollLeft = open.offsetLeft - (list.clientWidth - open.offsetWidth) / 2;
  }, []);
  return (
    <nav aria-label="Event" className={classes.nav}>
      <ul ref={showOpenPage}>
        {eventPages.map(({ label, page, beside = [] }) => {
          const to = page === null ? paths.eventOverview(eventId) : paths.eventPage(eventId, page);
          const isBeside = beside.some((other) => paths.eventPage(eventId, other) === pathname);
          return (
            <li key={label}>
              {isBeside ? (
                <Link to={to} aria-current="true">
                  {label}
                </Link>
              ) : (
                <NavLink to={to} end={page === null}>
                  {label}
                </NavLink>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
