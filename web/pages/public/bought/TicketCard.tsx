/** White and bright in both themes, for the scanner. */
import "../../../theme/fixedTokens.css";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Attendee } from "../../../../contract/shapes/registration.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { languageOf } from "../../../lib/languageOf.ts";
import { fullNameOf } from "../../../words/names.ts";
import { CardCode } from "./CardCode.tsx";
import classes from "./TicketCard.module.css";

interface TicketCardProps {
  attendee: Attendee;
  event: Event;
  onEnlarge?: () => void;
}

export function TicketCard({ attendee, event, onEnlarge }: TicketCardProps) {
  const name = fullNameOf(attendee);
  const time = formatEventTime(timeOf(event));
  return (
    <article className={classes.ticket} aria-label={`Ticket of ${name}`}>
      <div className={classes.words}>
        <p className={classes.event} {...languageOf(event.name)}>
          {event.name}
        </p>
        <h2 {...languageOf(name)}>{name}</h2>
        <p className={classes.type} {...languageOf(attendee.ticketTitle)}>
          {attendee.ticketTitle}
        </p>
        <p className={classes.when}>
          {time.text}
          <br />
          {time.zoneLabel}
          {event.location !== "" && (
            <>
              <br />
              {event.location}
            </>
          )}
        </p>
        {attendee.checkinTime !== null && <p className={classes.in}>Checked in</p>}
      </div>
      <CardCode text={attendee.qrText} label={`QR code of ${name}`} onEnlarge={onEnlarge} />
    </article>
  );
}
