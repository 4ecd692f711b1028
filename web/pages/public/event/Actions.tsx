import { googleCalendarUrl } from "../../../../contract/rules/time/calendarLinks.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { calendarEventOf } from "../../../event/eventTime.ts";
import { ShareButton } from "../../../event/ShareButton.tsx";
import { paths } from "../../../paths.ts";
import classes from "./Actions.module.css";
import { CalendarMenu } from "./CalendarMenu.tsx";

export function Actions({ event, url }: { event: Event; url: string }) {
  const googleUrl = googleCalendarUrl(calendarEventOf(event, url));
  return (
    <div className={classes.actions}>
      <CalendarMenu label="Add to calendar">
        <li>
          <a href={paths.calendarFile(event.slug)} download>
            Apple, Outlook and others (.ics)
          </a>
        </li>
        {googleUrl !== null && (
          <li>
            <a href={googleUrl} target="_blank" rel="noreferrer">
              Google Calendar<span className="visuallyHidden"> (new tab)</span>
            </a>
          </li>
        )}
      </CalendarMenu>
      <ShareButton name={event.name} url={url}>
        Share
      </ShareButton>
    </div>
  );
}
