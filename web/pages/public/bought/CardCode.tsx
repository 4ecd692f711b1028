/** The QR code of a ticket or of extras. With `onEnlarge` it is a button that shows the code large. */
import { QrCode } from "../../../ui/qr/QrCode.tsx";
import classes from "./TicketCard.module.css";

interface CardCodeProps {
  /** The code's text; null if there is no code. */
  text: string | null;
  label: string;
  onEnlarge: (() => void) | undefined;
}

export function CardCode({ text, label, onEnlarge }: CardCodeProps) {
  if (text === null) return null;
  const code = <QrCode text={text} label={label} />;
  if (onEnlarge === undefined) return <div className={classes.code}>{code}</div>;
  return (
    <button type="button" className={classes.code} onClick={onEnlarge}>
      {code}
      <span>Enlarge</span>
    </button>
  );
}
