/** When, where and by whom: in the event's own zone, and in the visitor's where the clock there shows something else. */
import type { ReactNode } from "react";
import type { Event } from "../../../../contract/event.ts";
import { mapUrl } from "../../../../contract/rules/calendarLinks.ts";
import { formatEventTime } from "../../../../contract/rules/eventTime.ts";
import { useReaderZone } from "../../../lib/readerZone.ts";
import { CalendarIcon, ClubIcon, PlaceIcon } from "../../../ui/icons/icons.tsx";
import { timeOf } from "./eventTime.ts";
import classes from "./Facts.module.css";

export function Facts({ event }: { event: Event }) {
  const { text, zoneLabel, readerText, readerZoneLabel } = formatEventTime(timeOf(event), useReaderZone());
  const map = mapUrl(event.location);
  return (
    <dl className={classes.facts}>
      <Fact icon={<CalendarIcon />} label="When">
        <time dateTime={event.startDatetime}>{text}</time>
        <small>{zoneLabel}</small>
        {readerText !== null && (
          <small className={classes.reader}>
            For you: {readerText}, {readerZoneLabel}
          </small>
        )}
      </Fact>
      {event.location !== "" && (
        <Fact icon={<PlaceIcon />} label="Where">
          {event.location}
          {map !== null && (
            <small>
              <a href={map} target="_blank" rel="noreferrer">
                Open in a map<span className="visuallyHidden"> (new tab)</span>
              </a>
            </small>
          )}
        </Fact>
      )}
      <Fact icon={<ClubIcon />} label="By">
        {event.club.name}
        {event.club.location !== "" && <small>{event.club.location}</small>}
      </Fact>
    </dl>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      {icon}
      <dt className="visuallyHidden">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
