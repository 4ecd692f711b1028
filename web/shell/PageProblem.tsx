import { Link, useLocation, useRouteError } from "react-router";
import { paths } from "../paths.ts";
import { session } from "../stores/session.ts";
import { useStore } from "../stores/useStore.ts";
import { NotFoundMessage } from "../ui/NotFoundMessage.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { mayHavePaidAt, PaymentUnknownPage } from "./PaymentUnseen.tsx";
import { problemOf } from "./problem.ts";

/** `paying`: a card may have been charged for the event of this address. */
export function PageProblem({ paying }: { paying: boolean }) {
  const { status, msg, noNetwork } = problemOf(useRouteError());
  const { pathname, search } = useLocation();
  const isSignedIn = useStore(session, null) !== null;
  if (status === 404) {
    return (
      <>
        <PageTitle title="Not Found" />
        <NotFoundMessage />
      </>
    );
  }
  if (mayHavePaidAt({ pathname, search }, paying)) return <PaymentUnknownPage />;
  return (
    <>
      <PageTitle title="Something went wrong" />
      <section className="container message">
        <p className="eyebrow">{noNetwork ? "No connection" : status}</p>
        <h1>{headingOf(status, noNetwork)}</h1>
        <p>{msg ?? "It is not your fault. Please try again in a moment."}</p>
        <p>
          {/* Not a Link, so that the document is loaded again. */}
          <a className="button" href={pathname + search}>
            Try again
          </a>{" "}
          {isSignedIn && (
            <Link className="button buttonQuiet" to={paths.dashboard()}>
              Go to your dashboard
            </Link>
          )}
        </p>
      </section>
    </>
  );
}

function headingOf(status: number, noNetwork: true | undefined): string {
  if (noNetwork) return "This page needs the internet";
  return status === 503 ? "We are very busy right now" : "This page could not be shown";
}
