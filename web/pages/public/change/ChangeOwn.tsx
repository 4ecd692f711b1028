/** A buyer's changes to the tickets: pass one on, cancel some or all; and the result. */

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
  const [done, setDone] = useState<CompletedChange | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  // The focus moves to the result, so that screen readers read it first.
  useEffect(() => {
    if (done !== null) notice.current?.querySelector<HTMLElement>("[tabindex]")?.focus();
  }, [done]);

  async function finish(what: CompletedChange): Promise<void> {
    await revalidate();
    setDone(what);
  }

  const isOver = done?.kind === "cancelled" && done.isWhole;
  return (
    <div className={`container ${classes.page}`}>
      <header className="pageHead">
        <EventLink event={event} />
        <h1>Cancel or pass on</h1>
      </header>
      {done !== null && (
        <div ref={notice}>
          <Notice kind="success" title={completedWords(done).title}>
            {completedWords(done).lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Notice>
        </div>
      )}
      {!isOver && (
        <>
          <PassOnPart event={event} proof={proof} changes={changes} questions={questions} onDone={finish} />
          <CancelPart
            key={ticketsOf(changes)}
            event={event}
            proof={proof}
            changes={changes}
            onDone={finish}
          />
        </>
      )}
      <p>
        <Link className="button buttonQuiet" to={paths.tickets(event.slug, proof)}>
          {isOver ? "Show the order" : "Back to my tickets"}
        </Link>
      </p>
    </div>
  );
}

/** When the tickets change, the choice starts again. */
function ticketsOf({ tickets }: ChangePage["changes"]): string {
  return tickets.map(({ attendeeId }) => attendeeId).join();
}
