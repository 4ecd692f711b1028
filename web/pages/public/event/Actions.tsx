/** Adds the event to a calendar or shares it. */

import { googleCalendarUrl } from "../../../../contract/rules/calendarLinks.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { calendarEventOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { notify } from "../../../stores/snackbars.ts";
import { CalendarIcon, ShareIcon } from "../../../ui/icons/icons.tsx";
import classes from "./Actions.module.css";

export function Actions({ event, url }: { event: Event; url: string }) {
  const googleUrl = googleCalendarUrl(calendarEventOf(event, url));
  return (
    <div className={classes.actions}>
      <details className={classes.menu}>
        <summary className="button buttonQuiet">
          <CalendarIcon />
          Add to calendar
        </summary>
        <ul>
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
        </ul>
      </details>
      <button
        type="button"
        className={`button buttonQuiet ${classes.needsScript}`}
        onClick={() => void share(event.name, url)}
      >
        <ShareIcon />
        Share
      </button>
    </div>
  );
}

/** Opens the device's share sheet; without one the link is copied. */
async function share(title: string, url: string): Promise<void> {
  try {
    if (typeof navigator.share === "function") await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      notify({ text: "Link copied.", color: "success" });
    }
  } catch (error) {
    // Closing the sheet is not an error.
    if (error instanceof DOMException && error.name === "AbortError") return;
    notify({ text: `Copy this link: ${url}`, timeoutMs: 12_000 });
  }
}
