import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import type { Event } from "../../../contract/shapes/event.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import { api } from "../../api/browser.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { nameText } from "../../words/attendeeWords.ts";
import { AttendeeDetails } from "./AttendeeDetails.tsx";
import { ChangeAttendee } from "./ChangeAttendee.tsx";
import { noCheckinBecause } from "./checkIn.ts";
import classes from "./OneAttendee.module.css";

export type AttendeeAction =
  | "details"
  | "change"
  | "deleteAttendee"
  | "deleteRegistration"
  | "checkIn"
  | "undoCheckIn";

interface OneAttendeeProps {
  attendee: ListedAttendee;
  act: Exclude<AttendeeAction, "checkIn" | "undoCheckIn">;
  event: Event;
  tickets: readonly Ticket[];
  questions: readonly FormQuestion[];
  onAct: (act: AttendeeAction) => void;
  onClose: () => void;
  onChanged: () => void;
}

export function OneAttendee(props: OneAttendeeProps) {
  const { attendee, act, event, tickets, questions, onAct, onClose, onChanged } = props;
  const name = nameText(attendee);
  const noCheckin = noCheckinBecause(attendee);
  if (act === "details")
    return (
      <Dialog isOpen kind="panel" title={name} onClose={onClose}>
        <AttendeeDetails event={event} attendee={attendee} questions={questions} />
        <div className={classes.actions}>
          {attendee.checkinTime !== null ? (
            <Button variant="default" onClick={() => onAct("undoCheckIn")}>
              Undo the check-in
            </Button>
          ) : (
            <Button
              disabled={noCheckin !== null}
              title={noCheckin ?? undefined}
              onClick={() => onAct("checkIn")}
            >
              Check in
            </Button>
          )}
          <Button variant="default" onClick={() => onAct("change")}>
            Change
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  if (act === "change")
    return (
      <Panel isOpen title={`Change ${name}`} onClose={onClose}>
        <ChangeAttendee
          event={event}
          attendee={attendee}
          tickets={tickets}
          questions={questions}
          onSaved={onChanged}
        />
      </Panel>
    );
  return <Deletion {...{ event, attendee, act, onClose, onChanged }} />;
}

function Deletion({
  event,
  attendee,
  act,
  onClose,
  onChanged,
}: Pick<OneAttendeeProps, "event" | "attendee" | "onClose" | "onChanged"> & {
  act: "deleteAttendee" | "deleteRegistration";
}) {
  const [force, setForce] = useState(false);
  const isWholeRegistration = act === "deleteRegistration";
  const { attendeeId, registrationId, isPaid } = attendee;
  return (
    <ConfirmDialog
      isOpen
      title={
        isWholeRegistration
          ? `Delete the registration of ${nameText(attendee)}?`
          : `Delete ${nameText(attendee)}?`
      }
      confirmLabel={isWholeRegistration ? "Delete the registration" : "Delete the attendee"}
      refusedBecause={
        isPaid && !force ? "It is paid for. Refund it first, or tick below that you delete it anyway." : null
      }
      onCancel={onClose}
      onConfirm={async () => {
        const request = { eventId: event.id, force };
        const options = { suppressFailure: true };
        const reply = isWholeRegistration
          ? await api.delete("registration/removeRegistration", { registrationId, ...request }, options)
          : await api.delete("registration/deleteAttendee", { attendeeId, ...request }, options);
        if (reply !== undefined) onChanged();
      }}
    >
      <p>
        {isWholeRegistration
          ? "All attendees of this registration, their answers, codes and check-ins are deleted with it. The tickets stop being valid, and the places return to sale."
          : "The answers, the code and the check-in are deleted with it. The ticket stops being valid, and the place returns to sale."}{" "}
        This cannot be undone.
      </p>
      <p>
        {isWholeRegistration
          ? "Extras that were bought with the tickets return to sale, and so do free ones. The codes of paid extras that were bought later stop working; their orders stay, and nothing is refunded."
          : "Extras stay with the other attendees of the registration. If this is the last attendee, the registration is deleted with its extras."}
      </p>
      {isPaid && (
        <Checkbox
          label="Delete it although it is paid. The order is kept, and nothing is refunded."
          checked={force}
          onChange={({ currentTarget }) => setForce(currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
