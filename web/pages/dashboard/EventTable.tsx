/** Events with their numbers. */
import { Link } from "react-router";
import { formatEventTime } from "../../../contract/rules/eventTime.ts";
import { paths } from "../../paths.ts";
import { timeOf } from "../public/event/eventTime.ts";
import classes from "./EventTable.module.css";
import type { EventLine } from "./load.ts";

export function EventTable({ lines, withClub }: { lines: EventLine[]; withClub: boolean }) {
  if (lines.length === 0) return <p className="notice">There are no events yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard too.
    <section className={classes.scroll} tabIndex={0} aria-label="Events">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            {withClub && <th scope="col">Club</th>}
            <th scope="col">When</th>
            <th scope="col">Registered</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ event, left }) => (
            <tr key={event.id}>
              <th scope="row">
                <Link to={paths.event(event.slug)}>{event.name}</Link>
                {stateWords(event.cancelledAt !== null, event.isActive)}
              </th>
              {withClub && <td>{event.club.name}</td>}
              <td>{formatEventTime(timeOf(event)).text}</td>
              <td>{event.registrationCount.toLocaleString("en-US")}</td>
              <td>{left.toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function stateWords(isCancelled: boolean, isActive: boolean) {
  if (isCancelled) return <small>Cancelled</small>;
  return isActive ? null : <small>Not active</small>;
}
