import type { ReactNode } from "react";
import { mapUrl } from "../../contract/rules/time/calendarLinks.ts";
import { type EventTimeText, formatEventTime } from "../../contract/rules/time/eventTime.ts";
import type { Event } from "../../contract/shapes/event.ts";
import { useHydrated } from "../lib/hydrated.ts";
import { languageOf } from "../lib/languageOf.ts";
import { localTimeText } from "../lib/localTime.ts";
import { CalendarIcon, ClubIcon, PlaceIcon } from "../ui/icons/icons.tsx";
import { timeOf } from "./eventTime.ts";
import classes from "./Facts.module.css";

interface FactsProps {
  event: Event;
  when?: EventTimeText;
}

export function Facts({ event, when = formatEventTime(timeOf(event)) }: FactsProps) {
  const map = mapUrl(event.location);
  return (
    <dl className={classes.facts}>
      <Fact icon={<CalendarIcon />} label="When">
        <time dateTime={event.startDatetime}>{when.text}</time>
        <small>{when.zoneLabel}</small>
        <ReaderTime event={event} text={when.text} />
      </Fact>
      {event.location !== "" && (
        <Fact icon={<PlaceIcon />} label="Where">
          <span {...languageOf(event.location)}>{event.location}</span>
          {map !== null && (
            <small>
              <a className="touchLink" href={map} target="_blank" rel="noreferrer">
                Open in a map<span className="visuallyHidden"> (new tab)</span>
              </a>
            </small>
          )}
        </Fact>
      )}
      <Fact icon={<ClubIcon />} label="By">
        <span {...languageOf(event.club.name)}>{event.club.name}</span>
        {event.club.location !== "" && <small>{event.club.location}</small>}
        <ClubContact contact={event.club.contact} />
      </Fact>
    </dl>
  );
}

export function ClubContact({ contact = { email: null, phone: null } }: Pick<Event["club"], "contact">) {
  const { email, phone } = contact;
  if (!email && !phone) return null;
  return (
    <small className={classes.contact}>
      {email && (
        <a className="touchLink" href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {phone && (
        <a className="touchLink" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
          {phone}
        </a>
      )}
    </small>
  );
}

/** The server does not know the visitor's time zone. */
function ReaderTime({ event, text }: { event: Event; text: string }) {
  const local = useHydrated() ? localTimeText(timeOf(event)) : null;
  if (local === null || local === text) return null;
  return <small className={classes.reader}>Your time: {local}</small>;
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
