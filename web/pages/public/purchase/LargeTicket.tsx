/** One code as large and bright as the screen allows, the screen kept awake; the others of the group are a tap away. */
import { useEffect, useRef, useState } from "react";
import type { Attendee } from "../../../../contract/registration.ts";
import { keepAwake } from "./keepAwake.ts";
import classes from "./LargeTicket.module.css";
import { fullNameOf } from "./names.ts";
import { QrCode } from "./QrCode.tsx";

interface LargeTicketProps {
  attendees: readonly Attendee[];
  /** The place of the one that is shown first. */
  first: number;
  onClose: () => void;
}

export function LargeTicket({ attendees, first, onClose }: LargeTicketProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(first);
  useEffect(() => {
    dialog.current?.showModal();
    return keepAwake();
  }, []);

  const attendee = attendees[at];
  if (attendee === undefined || attendee.qrText === null) return null;
  const name = fullNameOf(attendee);
  const turn = (by: number) => setAt((at + by + attendees.length) % attendees.length);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label="Ticket"
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (attendees.length < 2) return;
        if (key === "ArrowRight") turn(1);
        if (key === "ArrowLeft") turn(-1);
      }}
    >
      <div className={classes.page}>
        <div className={classes.words} aria-live="polite">
          <p className={classes.name}>{name}</p>
          <p>{attendee.ticketTitle}</p>
        </div>
        <div className={classes.code}>
          <QrCode text={attendee.qrText} label={`QR code of ${name}`} />
        </div>
        <p className={classes.hint}>If the scanner hesitates, turn up the brightness of your screen.</p>
        <div className={classes.buttons}>
          {attendees.length > 1 && (
            <>
              <button type="button" onClick={() => turn(-1)}>
                Previous
              </button>
              <span>
                {at + 1} of {attendees.length}
              </span>
              <button type="button" onClick={() => turn(1)}>
                Next
              </button>
            </>
          )}
          <button type="button" className={classes.close} onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  );
}
