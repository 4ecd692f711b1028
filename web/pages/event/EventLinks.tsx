import { Link } from "react-router";
import { eventGroups, eventPageAddress } from "../../eventFrame/eventPages.ts";
import classes from "./Overview.module.css";

export function EventLinks({ eventId }: { eventId: number }) {
  const others = eventGroups.flatMap(({ entries }) => entries).filter(({ page }) => page !== null);
  return (
    <section aria-labelledby="ways-heading" className={classes.waysSection}>
      <h2 id="ways-heading" className={classes.heading}>
        Manage this event
      </h2>
      <ul className={classes.ways}>
        {others.map((entry) => (
          <li key={entry.label}>
            <Link to={eventPageAddress(entry, eventId)}>
              <strong>{entry.label}</strong>
              <span>{entry.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
