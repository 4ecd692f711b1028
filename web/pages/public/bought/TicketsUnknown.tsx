/** The page must not show whether the tickets exist. */
import { Link } from "react-router";
import { paths } from "../../../paths.ts";

export function TicketsUnknown({ slug }: { slug: string }) {
  return (
    <section className="container message">
      <h1>We could not find these tickets</h1>
      <p>
        The link may be incomplete, or the ticket was cancelled or passed on to somebody else. Open the
        complete link from your ticket mail, or have the links to your tickets mailed again.
      </p>
      <p>
        <Link className="button" to={paths.findTickets(slug)}>
          Find my tickets
        </Link>
      </p>
      <p>
        <Link className="touchLink" to={paths.event(slug)}>
          Go to the event
        </Link>
      </p>
    </section>
  );
}
