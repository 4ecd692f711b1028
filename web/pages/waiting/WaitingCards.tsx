/** Those who wait as cards, where a table would have to be pushed to and fro. */

import { clocksOf } from "../../event/eventTime.ts";
import { timeText } from "../../words/attendeeWords.ts";
import { WaitingBadge } from "./WaitingBadge.tsx";
import classes from "./WaitingLists.module.css";
import { RemoveButton, type WaitingListProps } from "./WaitingTable.tsx";

export function WaitingCards({ event, items, isFetching, onRemove }: WaitingListProps) {
  return (
    <ul className={classes.cards} aria-label="Waiting list" data-waiting={isFetching || undefined}>
      {items.map((one) => (
        <li key={one.id} className={classes.card}>
          <div className={classes.who}>
            <strong>{one.name}</strong>
            <span>{one.email}</span>
          </div>
          <p>
            {one.places} × {one.ticketTitle} · joined{" "}
            {timeText(one.createdAt, event.timeZone, event.config.dateFormat)}
          </p>
          <div className={classes.foot}>
            <WaitingBadge entry={one} clocks={clocksOf(event)} />
            <RemoveButton entry={one} onRemove={onRemove} />
          </div>
        </li>
      ))}
    </ul>
  );
}
