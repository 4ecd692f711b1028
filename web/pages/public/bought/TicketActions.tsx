import { Link } from "react-router";
import { googleCalendarUrl } from "../../../../contract/rules/time/calendarLinks.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { calendarEventOf } from "../../../event/eventTime.ts";
import { ShareButton } from "../../../event/ShareButton.tsx";
import { type Proof, paths } from "../../../paths.ts";
import { browserClocks } from "../../../sale/browser.ts";
import { useExtrasDraft } from "../../../sale/extrasDraft.ts";
import { canChangeTickets, canCorrectDetails } from "../../../sale/mayChange.ts";
import { pdfPath } from "../../../sale/proof.ts";
import { isReserved } from "../../../sale/takeExtras.ts";
import { useOrigin } from "../../../stores/site.ts";
import classes from "./TicketActions.module.css";

interface TicketActionsProps {
  event: Event;
  proof: Proof;
  moreExtras: boolean;
  /** A saved copy does not know what is on sale, and changes need the network. */
  isSavedCopy?: boolean;
}

export function TicketActions({ event, proof, moreExtras, isSavedCopy = false }: TicketActionsProps) {
  const url = useOrigin() + paths.event(event.slug);
  // A buyer who reserved the last extras can go back to the payment.
  const reserved = useExtrasDraft(proof.registrationId)?.kept ?? null;
  const googleUrl = googleCalendarUrl(calendarEventOf(event, url));
  return (
    <div className={classes.actions}>
      <a className="button" href={pdfPath(proof)} download>
        Download PDF
      </a>
      <a className="button buttonQuiet" href={paths.calendarFile(event.slug)} download>
        Calendar file
      </a>
      {googleUrl !== null && (
        <a className="button buttonQuiet" href={googleUrl} target="_blank" rel="noreferrer">
          Google Calendar<span className="visuallyHidden"> (new tab)</span>
        </a>
      )}
      <button type="button" className={`button buttonQuiet ${classes.needsScript}`} onClick={() => print()}>
        Print
      </button>
      <ShareButton name={event.name} url={url}>
        Tell a friend
      </ShareButton>
      {(moreExtras || isReserved(reserved, browserClocks)) && !isSavedCopy && (
        <Link className="button buttonQuiet" to={paths.extrasPurchase(event.slug, proof)}>
          Add extras
        </Link>
      )}
      {canCorrectDetails(event, proof) && !isSavedCopy && (
        <Link className="button buttonQuiet" to={paths.changeTickets(event.slug, proof)}>
          Change details
        </Link>
      )}
      {canChangeTickets(event, proof) && !isSavedCopy && (
        <Link className="button buttonQuiet" to={`${paths.changeTickets(event.slug, proof)}#pass-heading`}>
          Cancel or pass on
        </Link>
      )}
    </div>
  );
}
