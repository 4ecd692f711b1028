import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { paths } from "../../../paths.ts";
import { draftStoreOf } from "../../../sale/draftStore.ts";
import { EventLink } from "../EventLink.tsx";
import { Notice } from "../purchase/Notice.tsx";
import { CancelPart } from "./CancelPart.tsx";
import classes from "./ChangeOwn.module.css";
import { DetailsPart } from "./DetailsPart.tsx";
import { storedDetails } from "./detailsForm.ts";
import type { ChangePage } from "./load.ts";
import { PassOnPart } from "./PassOnPart.tsx";
import { type CompletedChange, completedWords } from "./words.ts";

export function ChangeOwn({ proof, event, changes, questions, email, attendees }: ChangePage) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [completed, setCompleted] = useState<CompletedChange | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  // The focus moves, so that screen readers read the result.
  useEffect(() => {
    if (completed !== null) notice.current?.querySelector<HTMLElement>("[tabindex]")?.focus();
  }, [completed]);

  async function finish(change: CompletedChange): Promise<void> {
    await revalidate();
    setCompleted(change);
  }

  /** With a new address the buyer also gets a new access key. */
  async function finishDetails(change: CompletedChange, accessKey: string): Promise<void> {
    if (accessKey !== proof.accessKey) {
      const changedProof = { ...proof, accessKey };
      const store = draftStoreOf(event.slug);
      if (store.get().bought?.registrationId === proof.registrationId)
        store.dispatch({ type: "bought", bought: changedProof });
      const options = { replace: true, preventScrollReset: true };
      await navigate(paths.changeTickets(event.slug, changedProof), options);
      setCompleted(change);
    } else await finish(change);
  }

  const stored = storedDetails(email, { attendees, tickets: changes.tickets, questions });
  const isAllCancelled = completed?.kind === "cancelled" && completed.isWhole;
  return (
    <div className={`container ${classes.page}`}>
      <header className="pageHead">
        <EventLink event={event} />
        <h1>Change your tickets</h1>
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
          <DetailsPart
            key={JSON.stringify(stored)}
            event={event}
            proof={proof}
            changes={changes}
            stored={stored}
            onDone={finishDetails}
          />
          <PassOnPart event={event} proof={proof} changes={changes} questions={questions} onDone={finish} />
          <CancelPart
            // When tickets are added or removed, the choice starts again.
            key={changes.tickets.map(({ attendeeId }) => attendeeId).join()}
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
