/** A buyer's changes to the tickets (pass one on, cancel some or all), and the result. */

import { useEffect, useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { paths } from "../../../paths.ts";
import { EventLink } from "../EventLink.tsx";
import { Notice } from "../purchase/Notice.tsx";
import { CancelPart } from "./CancelPart.tsx";
import classes from "./ChangeOwn.module.css";
import type { ChangePage } from "./load.ts";
import { PassOnPart } from "./PassOnPart.tsx";
import { type CompletedChange, completedWords } from "./words.ts";

export function ChangeOwn({ proof, event, changes, questions }: ChangePage) {
  const { revalidate } = useRevalidator();
  const [completed, setCompleted] = useState<CompletedChange | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  // The focus moves to the result, so that screen readers read it first.
  useEffect(() => {
    if (completed !== null) notice.current?.querySelector<HTMLElement>("[tabindex]")?.focus();
  }, [completed]);

  async function finish(change: CompletedChange): Promise<void> {
    await revalidate();
    setCompleted(change);
  }

  const isAllCancelled = completed?.kind === "cancelled" && completed.isWhole;
  return (
    <div className={`container ${classes.page}`}>
      <header className="pageHead">
        <EventLink event={event} />
        <h1>Cancel or pass on</h1>
      </header>
      {completed !== null && (
        <div ref={notice}>
          <Notice kind="success" title={completedWords(completed).title}>
            {completedWords(completed).lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Notice>
        </div>
      )}
      {!isAllCancelled && (
        <>
          <PassOnPart event={event} proof={proof} changes={changes} questions={questions} onDone={finish} />
          <CancelPart
            key={ticketsKey(changes)}
            event={event}
            proof={proof}
            changes={changes}
            onDone={finish}
          />
        </>
      )}
      <p>
        <Link className="button buttonQuiet" to={paths.tickets(event.slug, proof)}>
          {isAllCancelled ? "Show the order" : "Back to my tickets"}
        </Link>
      </p>
    </div>
  );
}

/** A key of the tickets: when they change, the choice starts again. */
function ticketsKey({ tickets }: ChangePage["changes"]): string {
  return tickets.map(({ attendeeId }) => attendeeId).join();
}
