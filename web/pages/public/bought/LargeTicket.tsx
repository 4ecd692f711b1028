import "../../../theme/fixedTokens.css";
import "../../../ui/qr/codePage.css";
import { useEffect, useRef, useState } from "react";
import { keepAwake } from "../../../lib/keepAwake.ts";
import { QrCode } from "../../../ui/qr/QrCode.tsx";
import classes from "./LargeTicket.module.css";

/** `what` is the ticket's title or the extras. */
export interface TicketCode {
  name: string;
  what: string;
  qrText: string;
}

interface LargeTicketProps {
  codes: readonly TicketCode[];
  /** The index of the code to show first. */
  first: number;
  onClose: () => void;
}

export function LargeTicket({ codes, first, onClose }: LargeTicketProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(first);
  useEffect(() => {
    dialog.current?.showModal();
    return keepAwake();
  }, []);

  const code = codes[index];
  if (code === undefined) return null;
  const { name, what, qrText } = code;
  const turn = (offset: number) => setIndex((index + offset + codes.length) % codes.length);
  return (
    <dialog
      ref={dialog}
      className={`codePage ${classes.dialog}`}
      aria-label="Ticket"
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (codes.length < 2) return;
        if (key === "ArrowRight") turn(1);
        if (key === "ArrowLeft") turn(-1);
      }}
    >
      <div className={classes.page}>
        <div aria-live="polite">
          <p className={classes.name}>{name}</p>
          <p className={classes.what}>{what}</p>
        </div>
        <div className="largeCode">
          <QrCode text={qrText} label={`QR code of ${name}`} />
        </div>
        <p className={classes.hint}>If the scanner is slow, make your screen brighter.</p>
        <div className="codeButtons">
          {codes.length > 1 && (
            <>
              <button type="button" onClick={() => turn(-1)}>
                Previous
              </button>
              <span>
                {index + 1} of {codes.length}
              </span>
              <button type="button" onClick={() => turn(1)}>
                Next
              </button>
            </>
          )}
          <button type="button" data-main onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  );
}
