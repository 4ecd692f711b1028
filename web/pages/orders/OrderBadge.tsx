import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import { Badge } from "../../ui/Badge.tsx";
import { statusOf } from "../../words/orderStatus.ts";
import classes from "./OrderBadge.module.css";

export function OrderBadge({ order }: { order: ListedOrder }) {
  const { words, tone } = statusOf(order);
  return (
    <span className={classes.badges}>
      <Badge tone={tone}>{words}</Badge>
      {order.attention.length > 0 && <Badge tone="bad">Needs attention</Badge>}
    </span>
  );
}
