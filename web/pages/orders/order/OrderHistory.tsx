import type { Event } from "../../../../contract/shapes/event.ts";
import type { OrderEntry } from "../../../../contract/shapes/money/refund.ts";
import { timeText } from "../../../words/attendeeWords.ts";
import { historyText } from "./historyWords.ts";
import classes from "./OrderHistory.module.css";
import { OrderPart } from "./OrderPart.tsx";

interface OrderHistoryProps {
  event: Event;
  context: Parameters<typeof historyText>[1];
  history: readonly OrderEntry[];
}

export function OrderHistory({ event, context, history }: OrderHistoryProps) {
  return (
    <OrderPart title="History">
      {history.length === 0 && <p className={classes.none}>No history yet.</p>}
      <ol className={classes.history} aria-label="History">
        {history.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end.
          <li key={index}>
            <time dateTime={entry.at}>{timeText(entry.at, event)}</time>
            <span>{historyText(entry, context)}</span>
          </li>
        ))}
      </ol>
    </OrderPart>
  );
}
