/** The order's refunds, including pending ones. Shows nothing if there are none. */

import { formatMoney } from "../../../../contract/rules/money.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ListedOrder, Refund } from "../../../../contract/shapes/refund.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { timeText } from "../../../words/attendeeWords.ts";
import { refundedLines, refundWords, waitingRefunds, waitingRefundWords } from "../orderWords.ts";
import { OrderPart } from "./OrderPart.tsx";
import classes from "./OrderRefunds.module.css";

interface OrderRefundsProps {
  event: Event;
  order: ListedOrder;
  refunds: readonly Refund[];
}

export function OrderRefunds({ event, order, refunds }: OrderRefundsProps) {
  if (refunds.length === 0) return null;
  const waiting = waitingRefunds(refunds, order);
  return (
    <OrderPart title="Refunds">
      <ul className={classes.refunds}>
        {refunds.map((one) => {
          const { words, tone } = waiting.has(one) ? waitingRefundWords : refundWords[one.state];
          return (
            <li key={one.id}>
              <div className={classes.head}>
                <strong>{formatMoney(one.amount, order.currency)}</strong>
                <Badge tone={tone}>{words}</Badge>
              </div>
              {one.failure !== null && <p className={classes.failure}>{one.failure}</p>}
              {one.items.length > 0 && <p>For {refundedLines(one, order)}</p>}
              {one.reason !== "" && <p>{one.reason}</p>}
              <p>
                {one.by}, {timeText(one.createdAt, event.timeZone, event.config.dateFormat)}
              </p>
            </li>
          );
        })}
      </ul>
    </OrderPart>
  );
}
