/** What a page becomes when it cannot be shown: the NotFound page, or words on what to do. */
import { useLocation, useRouteError } from "react-router";
import { NotFoundMessage } from "../ui/NotFoundMessage.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { problemOf } from "./problem.ts";

export function PageProblem() {
  const { status, msg } = problemOf(useRouteError());
  const { pathname, search } = useLocation();
  if (status === 404) {
    return (
      <>
        <PageTitle title="Not Found" />
        <NotFoundMessage />
      </>
    );
  }
  return (
    <>
      <PageTitle title="Something went wrong" />
      <section className="container message">
        <p className="eyebrow">{status}</p>
        <h1>{status === 503 ? "We are very busy right now" : "This page could not be shown"}</h1>
        <p>{msg ?? "It is not your fault. Please try again in a moment."}</p>
        <p>
          {/* A document load mends most of what can be wrong. */}
          <a className="button" href={pathname + search}>
            Try again
          </a>
        </p>
      </section>
    </>
  );
}
