/** The attendees as cards, where a table would have to be pushed to and fro. */

import { nameText, orderText, stateText, timeText } from "../../words/attendeeWords.ts";
import classes from "./AttendeeCards.module.css";
import type { AttendeeListProps } from "./AttendeeTable.tsx";
import { RowMenu } from "./RowMenu.tsx";

export function AttendeeCards({ event, items, isFetching, onAct }: AttendeeListProps) {
  return (
    <ul className={classes.cards} aria-label="Attendees" data-waiting={isFetching || undefined}>
      {items.map((one) => (
        <li key={one.id} className={classes.card}>
          <div className={classes.head}>
            <button type="button" className={classes.name} onClick={() => onAct(one, "details")}>
              {nameText(one)}
            </button>
            <RowMenu event={event} attendee={one} onAct={(act) => onAct(one, act)} />
          </div>
          <p className={classes.line}>{one.email ?? one.registrationEmail ?? "No e-mail address"}</p>
          <p className={classes.line}>
            {one.ticketTitle} · {orderText(one)}
          </p>
          <p className={classes.line}>
            {one.checkinTime === null
              ? stateText(one)
              : `Checked in ${timeText(one.checkinTime, event.timeZone, event.config.dateFormat)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
