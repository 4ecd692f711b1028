import { Link } from "react-router";
import type { Attendee } from "../../../../contract/shapes/registration.ts";
import { copyLink } from "../../../lib/copyLink.ts";
import { missingText } from "../../../words/attendeeWords.ts";
import { fullNameOf } from "../../../words/names.ts";
import classes from "./MissingDetails.module.css";

interface MissingDetailsProps {
  attendees: readonly Attendee[];
  changePage: string;
}

export function MissingDetails({ attendees, changePage }: MissingDetailsProps) {
  const incomplete = attendees.filter(({ missing = [] }) => missing.length > 0);
  if (incomplete.length === 0) return null;
  return (
    <section className={classes.missing} aria-labelledby="missing-heading">
      <h2 id="missing-heading">Details are missing</h2>
      <ul>
        {incomplete.map((attendee) => {
          const name = fullNameOf(attendee) || attendee.ticketTitle;
          return (
            <li key={attendee.attendeeId}>
              <strong>{name}</strong>: {missingText(attendee.missing)}.
              {attendee.guestLink !== undefined && <GuestLink url={attendee.guestLink} name={name} />}
            </li>
          );
        })}
      </ul>
      <p>
        Send each guest their link, or <Link to={changePage}>fill in the details yourself</Link>.
      </p>
    </section>
  );
}

function GuestLink({ url, name }: { url: string; name: string }) {
  return (
    <span className={classes.guestLink}>
      <a className="touchLink" href={url} aria-label={`Link for this guest: ${name}`}>
        Link for this guest
      </a>
      <button
        type="button"
        className="button buttonQuiet"
        aria-label={`Copy link for ${name}`}
        onClick={() => void copyLink(url)}
      >
        Copy link
      </button>
    </span>
  );
}
