import { Link } from "react-router";
import { formatMoney, needCents } from "../../../contract/rules/money/money.ts";
import { purposeWords } from "../../../contract/rules/orderWords.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import { paths } from "../../paths.ts";
import type { Column } from "../../ui/lists/StaffTable.tsx";
import { timeText } from "../../words/attendeeWords.ts";
import { itemsText } from "../../words/itemsText.ts";
import { OrderBadge } from "./OrderBadge.tsx";
import classes from "./orderColumns.module.css";
import { channelText, paidElsewhereText } from "./orderWords.ts";

export function orderColumns(event: Event, orders: readonly ListedOrder[]): Column<ListedOrder>[] {
  const withCents = needCents(
    orders.flatMap((order) => [order.totalAmount, order.refundedAmount + order.refundDue]),
    event.currency,
  );
  return [
    {
      key: "orderNumber",
      title: "Number",
      onCard: "head",
      render: (order) => (
        <div className={classes.money}>
          <Link className={classes.number} to={paths.eventOrder(event.id, order.id)}>
            {order.orderNumber}
          </Link>
          {order.importedNumber !== null && <span>{order.importedNumber}</span>}
        </div>
      ),
    },
    {
      key: "buyer",
      title: "Buyer",
      render: ({ buyer }) => (
        <div className={classes.buyer}>
          <strong>{buyer.name || "–"}</strong>
          {buyer.email !== null && <span>{buyer.email}</span>}
        </div>
      ),
    },
    {
      key: "items",
      title: "What",
      render: (order) => (
        <div className={classes.what}>
          {itemsText(order.items)}
          <span>{purposeWords[order.purpose]}</span>
        </div>
      ),
    },
    {
      key: "totalAmount",
      title: "Total",
      isRightAligned: true,
      noWrap: true,
      onCard: "headEnd",
      render: (order) => (
        <div className={classes.money}>
          {formatMoney(order.totalAmount, order.currency, withCents)}
          {order.refundedAmount + order.refundDue > 0 && (
            <span>−{formatMoney(order.refundedAmount + order.refundDue, order.currency, withCents)}</span>
          )}
          {order.paidElsewhere !== null && <span>{paidElsewhereText(order)}</span>}
        </div>
      ),
    },
    { key: "paymentStatus", title: "Payment", noWrap: true, render: (order) => <OrderBadge order={order} /> },
    { key: "channel", title: "Sold where", noWrap: true, render: channelText },
    {
      key: "createdAt",
      title: "When",
      isTime: true,
      render: ({ createdAt }) => timeText(createdAt, event),
    },
  ];
}
