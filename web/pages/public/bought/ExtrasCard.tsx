import "../../../theme/fixedTokens.css";
import { formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { OwnPurchase } from "../../../../contract/shapes/extrasPurchase.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { itemsText } from "../../../words/itemsText.ts";
import { CardCode } from "./CardCode.tsx";
import classes from "./TicketCard.module.css";

interface ExtrasCardProps {
  purchase: OwnPurchase;
  event: Pick<Event, "name" | "timeZone" | "config">;
  onEnlarge?: () => void;
}

export function ExtrasCard({ purchase, event, onEnlarge }: ExtrasCardProps) {
  const { extrasData, qrText, status, scannedAt } = purchase;
  const what = itemsText(extrasData);
  return (
    <article className={classes.ticket} aria-label={`Extras: ${what}`} data-done={status || undefined}>
      <div className={classes.words}>
        <p className={classes.event}>{event.name}</p>
        <h2>Extras</h2>
        <ul className={classes.things}>
          {extrasData.map(({ refId, title, quantity }) => (
            <li key={`${refId} ${title}`}>
              {quantity} × {title}
            </li>
          ))}
        </ul>
        {status ? (
          <p className={classes.in}>
            Handed over{scannedAt !== null && ` on ${formatMoment(scannedAt, clocksOf(event)).text}`}
          </p>
        ) : (
          <p className={classes.when}>
            One code for all these extras. It works until you have received all of them.
          </p>
        )}
      </div>
      <CardCode text={qrText} label={`QR code for ${what}`} onEnlarge={onEnlarge} />
    </article>
  );
}
