import { QrCode } from "../../../ui/qr/QrCode.tsx";
import classes from "./TicketCard.module.css";

interface CardCodeProps {
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
