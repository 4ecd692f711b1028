/** The actions on everybody whom the filters find. */
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import type { PayloadOf } from "../../../contract/all.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import { inSnackbar, useAct } from "../../act/useAct.ts";
import { api } from "../../api/browser.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { DownloadTable } from "../../ui/lists/DownloadTable.tsx";
import { type AttendeeQuery, attendeeAddress, filtersOf } from "./attendeeQuery.ts";
import classes from "./OneAttendee.module.css";

export function ListActions({ event, query, count }: { event: Event; query: AttendeeQuery; count: number }) {
  const [plan, setPlan] = useState<TicketMails | null>(null);
  const [neverMailedOnly, setNeverMailedOnly] = useState(false);
  const { isBusy, run } = useAct();
  const body = { eventId: event.id, ...filtersOf(query) };
  const mails = plan === null ? 0 : neverMailedOnly ? plan.neverMailed : plan.recipients;

  return (
    <div className={classes.group}>
      <DownloadTable path="registration/downloadAttendees" query={body} disabled={count === 0} />
      <Button
        variant="default"
        disabled={count === 0}
        aria-busy={isBusy}
        onClick={() =>
          void run(
            async () => {
              const request = { ...body, dryRun: true };
              const counts = await api.post("registration/sendTickets", request, { suppressToasts: true });
              if (counts === undefined) return;
              // If only some were mailed before, by default the others are mailed.
              setNeverMailedOnly(isMixed(counts));
              setPlan(counts);
            },
            { refused: inSnackbar },
          )
        }
      >
        Mail tickets…
      </Button>
      <ConfirmDialog
        isOpen={plan !== null}
        title="Mail tickets?"
        confirmLabel={mails === 1 ? "Send 1 mail" : `Send ${mails.toLocaleString("en-US")} mails`}
        refusedBecause={mails === 0 ? "None of them has an e-mail address and a confirmed ticket." : null}
        isHarmless
        onCancel={() => setPlan(null)}
        onConfirm={async () => {
          const request = { ...body, neverMailedOnly };
          const reply = await api.post("registration/sendTickets", request, { suppressFailure: true });
          if (reply !== undefined) setPlan(null);
        }}
      >
        {plan !== null && (
          <>
            <p>
              {attendeeAddress.isNarrowed(query) ? "Everybody who is found" : "Everybody"} with a confirmed
              registration{neverMailedOnly && " who was never mailed a ticket"} gets their tickets by mail.{" "}
              {mailedWords(plan)} {oldCodesWords(plan)}Nobody gets more than one such mail in an hour, and at
              most 20 mails are sent per second.
            </p>
            {isMixed(plan) && (
              <Switch
                label={`Only those never mailed: ${plan.neverMailed.toLocaleString("en-US")} of ${plan.recipients.toLocaleString("en-US")}`}
                checked={neverMailedOnly}
                onChange={({ currentTarget }) => setNeverMailedOnly(currentTarget.checked)}
              />
            )}
          </>
        )}
      </ConfirmDialog>
    </div>
  );
}

type TicketMails = PayloadOf<"registration/sendTickets">;

/** Whether some were mailed before, and others never. */
function isMixed({ recipients, neverMailed }: TicketMails): boolean {
  return neverMailed > 0 && neverMailed < recipients;
}

/** Ends with a space; empty without tickets of the previous system. */
function oldCodesWords({ oldCodes }: TicketMails): string {
  if (oldCodes === 0) return "";
  const tickets = oldCodes === 1 ? "1 old ticket is" : `${oldCodes.toLocaleString("en-US")} old tickets are`;
  return `${tickets} no longer valid afterwards: the door asks for the new one. `;
}

function mailedWords({ recipients, neverMailed }: TicketMails): string {
  if (neverMailed === recipients) return "None of them was mailed a ticket before.";
  if (neverMailed === 0) return "All of them were mailed their tickets before.";
  const some = neverMailed === 1 ? "1 of them was" : `${neverMailed.toLocaleString("en-US")} of them were`;
  return `${some} never mailed a ticket before.`;
}
