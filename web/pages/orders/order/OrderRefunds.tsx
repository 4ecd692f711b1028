import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ListedOrder, Refund } from "../../../../contract/shapes/money/refund.ts";
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
  const waitingForBuyer = waitingRefunds(refunds, order);
  return (
    <OrderPart title="Refunds">
      <ul className={classes.refunds}>
        {refunds.map((refund) => {
          const { words, tone } = waitingForBuyer.has(refund)
            ? waitingRefundWords
            : refundWords[refund.state];
          return (
            <li key={refund.id}>
              <div className={classes.head}>
                <strong>{formatMoney(refund.amount, order.currency)}</strong>
                <Badge tone={tone}>{words}</Badge>
              </div>
              {refund.failure !== null && <p className={classes.failure}>{refund.failure}</p>}
              {refund.items.length > 0 && <p>For {refundedLines(refund, order)}</p>}
              {refund.reason !== "" && <p>{refund.reason}</p>}
              <p>
                {refund.by}, {timeText(refund.createdAt, event)}
              </p>
            </li>
          );
        })}
      </ul>
    </OrderPart>
  );
}
