/** The message of a page that was not found. */
import { Link } from "react-router";
import { paths } from "../paths.ts";

export function NotFoundMessage() {
  return (
    <section className="container message">
      <p className="eyebrow">404</p>
      <h1>Page not found</h1>
      <p>
        There is no page at this address. The event may have been renamed, or the link may have lost a letter.
      </p>
      <p>
        <Link className="button" to={paths.home()}>
          See all events
        </Link>
      </p>
    </section>
  );
}
