import { useId } from "react";
import { Link, useLocation } from "react-router";
import classes from "./EventNav.module.css";
import { type EventEntry, entryAt, eventGroups, eventPageAddress } from "./eventPages.ts";
import type { OpenWork } from "./waiting.ts";

interface EventNavProps {
  eventId: number;
  waiting: OpenWork | null;
  onChosen?: () => void;
}

export function EventNav({ eventId, waiting, onChosen }: EventNavProps) {
  const id = useId();
  const { pathname } = useLocation();
  const openEntry = entryAt(pathname);
  return (
    <nav aria-label="Event" className={classes.nav}>
      {eventGroups.map(({ label, entries }, index) => (
        <div key={entries[0]?.label}>
          {label !== null && <p id={`${id}${index}`}>{label}</p>}
          <ul aria-labelledby={label === null ? undefined : `${id}${index}`}>
            {entries.map((entry) => {
              const to = eventPageAddress(entry, eventId);
              return (
                <li key={entry.label}>
                  <Link
                    to={to}
                    aria-current={entry === openEntry ? (pathname === to ? "page" : "true") : undefined}
                    onClick={onChosen}
                  >
                    {entry.label}
                    <Count waits={entry.waits} waiting={waiting} />
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Count({ waits, waiting }: { waits: EventEntry["waits"]; waiting: OpenWork | null }) {
  const count = waits && waiting?.[waits.kind];
  if (!waits || !count) return null;
  const shown = count.toLocaleString("en-US");
  const words = waits.words(shown, count === 1);
  return (
    <span className={classes.count} data-kind={waits.kind} title={words}>
      <span aria-hidden="true">{shown}</span>
      <span className="visuallyHidden">{words}</span>
    </span>
  );
}
