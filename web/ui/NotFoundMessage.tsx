import { Link } from "react-router";
import { paths } from "../paths.ts";
import { session } from "../stores/session.ts";
import { useStore } from "../stores/useStore.ts";

export function NotFoundMessage() {
  const isSignedIn = useStore(session, null) !== null;
  return (
    <section className="container message">
      <p className="eyebrow">404</p>
      <h1>Page not found</h1>
      <p>
        {isSignedIn
          ? "There is nothing at this address. It may have been deleted, it may belong to another club, or the link may be incomplete."
          : "There is no page at this address. The event may have been renamed, or the link may be incomplete."}
      </p>
      <p>
        <Link className="button" to={isSignedIn ? paths.dashboard() : paths.home()}>
          {isSignedIn ? "Go to your dashboard" : "See all events"}
        </Link>
      </p>
    </section>
  );
}
