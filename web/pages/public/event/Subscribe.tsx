import { subscribeLinks } from "../../../../contract/rules/time/calendarLinks.ts";
import { paths } from "../../../paths.ts";
import { useOrigin } from "../../../stores/site.ts";
import { CalendarMenu } from "./CalendarMenu.tsx";

export function Subscribe({ clubId }: { clubId?: number }) {
  const address = useOrigin() + paths.calendarFeed(clubId);
  const { program, google } = subscribeLinks(address);
  return (
    <CalendarMenu label="Subscribe to calendar">
      <li>
        <a href={program}>Apple, Outlook and others</a>
      </li>
      <li>
        <a href={google} target="_blank" rel="noreferrer">
          Google Calendar<span className="visuallyHidden"> (new tab)</span>
        </a>
      </li>
      <li>
        <a href={address} download="events.ics">
          Download (.ics)
        </a>
      </li>
    </CalendarMenu>
  );
}
