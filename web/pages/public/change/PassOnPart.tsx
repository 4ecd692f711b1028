import { useState } from "react";
import { isAskedOf } from "../../../../contract/rules/questions/asked.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { fullNameOf } from "../../../words/names.ts";
import classes from "./ChangeOwn.module.css";
import type { ChangePage } from "./load.ts";
import { PassOnForm } from "./PassOnForm.tsx";
import { type CompletedChange, ticketWords, untilWords } from "./words.ts";

interface PassOnPartProps extends Pick<ChangePage, "event" | "proof" | "changes" | "questions"> {
  onDone: (done: CompletedChange) => Promise<void>;
}

export function PassOnPart({ event, proof, changes, questions, onDone }: PassOnPartProps) {
  const { tickets, passOnRefusal, passOnUntil } = changes;
  const [openId, setOpenId] = useState<number | null>(null);
  const openTicket = tickets.find(({ attendeeId }) => attendeeId === openId);
  return (
    <section className={classes.part} aria-labelledby="pass-heading">
      <h2 id="pass-heading">Pass a ticket on</h2>
      {passOnRefusal !== null ? (
        <p className={classes.refusal}>{passOnRefusal}</p>
      ) : (
        <>
          <p className={classes.lead}>
            Somebody else can come instead: we mail them the ticket with a new code, and your code stops
            working. You can do this {untilWords(passOnUntil, event)}.
          </p>
          <ul className={classes.list}>
            {tickets.map((ticket) => (
              <li key={ticket.attendeeId}>
                <span className={classes.ticket}>
                  {ticketWords(ticket)}
                  {ticket.refusal !== null && <small>{ticket.refusal}</small>}
                </span>
                <button
                  type="button"
                  className="button buttonQuiet"
                  aria-label={`Pass on the ticket of ${fullNameOf(ticket)}`}
                  disabled={ticket.refusal !== null}
                  onClick={() => setOpenId(ticket.attendeeId)}
                >
                  Pass on
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Dialog
        isOpen={openTicket !== undefined}
        title={openTicket === undefined ? "" : `Who comes instead of ${fullNameOf(openTicket)}?`}
        onClose={() => setOpenId(null)}
      >
        {openTicket !== undefined && (
          <PassOnForm
            key={openTicket.attendeeId}
            proof={proof}
            ticket={openTicket}
            questions={questions.filter((question) =>
              isAskedOf(question, { ticketIds: openTicket.ticketIds, boughtTicketIds: null }),
            )}
            onCancel={() => setOpenId(null)}
            onDone={async (done) => {
              setOpenId(null);
              await onDone(done);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}
