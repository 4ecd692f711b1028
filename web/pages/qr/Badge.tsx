/** Shown only in print. */
import type { Event } from "../../../contract/shapes/event.ts";
import type { Attendee } from "../../../contract/shapes/registration.ts";
import { QrCode } from "../../ui/qr/QrCode.tsx";
import { fullNameOf } from "../../words/names.ts";
import classes from "./Badge.module.css";

export function NameBadge({ event, attendee }: { event: Event; attendee: Attendee }) {
  if (attendee.qrText === null) return null;
  return (
    <div className={classes.badge} aria-hidden="true" data-testid="badge">
      <p className={classes.event}>{event.name}</p>
      <p className={classes.name}>{fullNameOf(attendee)}</p>
      <p className={classes.ticket}>{attendee.ticketTitle}</p>
      <p className={classes.club}>{event.club.name}</p>
      <div className={classes.code}>
        <QrCode text={attendee.qrText} label="" />
      </div>
    </div>
  );
}
