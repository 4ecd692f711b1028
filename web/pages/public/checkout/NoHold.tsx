/** `draft` is null while it is unknown (`useDraft`): then the hold counts as ended. */
import { useEffect, useRef } from "react";
import { Link, Navigate } from "react-router";
import { paths } from "../../../paths.ts";
import type { PurchaseDraft } from "../../../sale/draft.ts";

export function NoHold({ slug, draft }: { slug: string; draft: PurchaseDraft | null }) {
  if (draft !== null && !draft.holdEnded) {
    const { bought } = draft;
    return <Navigate to={bought === null ? paths.tickets(slug) : paths.success(slug, bought)} replace />;
  }
  return <HoldEnded slug={slug} />;
}

function HoldEnded({ slug }: { slug: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone, so the heading gets it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="container message">
      <p className="eyebrow">Time is up</p>
      <h1 ref={heading} tabIndex={-1}>
        Your tickets are no longer held
      </h1>
      <p>
        The time to finish ran out. Your choice is kept, and so is everything you typed: go back to hold the
        tickets again.
      </p>
      <p>
        <Link className="button" to={paths.tickets(slug)}>
          Back to the tickets
        </Link>
      </p>
    </section>
  );
}
