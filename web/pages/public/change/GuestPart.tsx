import { useState } from "react";
import { useRevalidator } from "react-router";
import type { PayloadOf } from "../../../../contract/all.ts";
import type { RequestKeys } from "../../../act/requestKeys.ts";
import { api } from "../../../api/browser.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./ChangeOwn.module.css";
import { DetailsForm } from "./DetailsForm.tsx";
import { addressesInChange, type DetailsChange } from "./detailsForm.ts";
import { completedWords, guestLead } from "./words.ts";

/** The data that a guest's own link shows. */
export type GuestTicket = PayloadOf<"registration/getGuest">;

export function GuestPart({ guest }: { guest: GuestTicket }) {
  const { attendee, questions } = guest;
  const { revalidate } = useRevalidator();
  const [mailedTo, setMailedTo] = useState<readonly string[] | null>(null);
  // Read once: if it changed after saving, the form would close while the focus is in it.
  const [hadMissingDetails] = useState((attendee.missing ?? []).length > 0);

  async function save(change: DetailsChange, keys: RequestKeys): Promise<void> {
    const { attendeeId, qrUuid } = attendee;
    const body = { ...change.attendees?.[0], attendeeId, qrUuid };
    await keys.send(body, (idempotencyKey) =>
      api.post("registration/saveGuest", body, { idempotencyKey, suppressToasts: true }),
    );
    await revalidate();
    setMailedTo(addressesInChange(change));
  }

  if (guest.refusal !== null && !hadMissingDetails) return null;
  const done = mailedTo === null ? null : completedWords({ kind: "corrected", mailedTo });
  return (
    <details className={classes.part} open={hadMissingDetails}>
      <summary>
        <h2>Your details</h2>
      </summary>
      <p className={classes.lead}>{guest.refusal ?? guestLead(guest)}</p>
      {guest.refusal === null && (
        <DetailsForm
          stored={{
            // Empty, because this page does not show the buyer's address.
            email: "",
            people: [{ attendee, questions, mustAnswer: true, hasEmail: true, hasPhone: attendee.isPrimary }],
          }}
          hasBuyer={false}
          asksPhone={guest.event.config.asksPhone}
          label="Your details"
          save={save}
        />
      )}
      <div role="status">
        {done !== null && (
          <Notice kind="success" title={done.title}>
            {done.lines.join(" ")}
          </Notice>
        )}
      </div>
    </details>
  );
}
