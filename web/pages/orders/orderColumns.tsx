/** The columns of the list of orders. */
import { Link } from "react-router";
import { formatMoney, needCents } from "../../../contract/rules/money.ts";
import { purposeWords } from "../../../contract/rules/orderWords.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ListedOrder } from "../../../contract/shapes/refund.ts";
import { paths } from "../../paths.ts";
import type { Column } from "../../ui/lists/StaffTable.tsx";
import { timeText } from "../../words/attendeeWords.ts";
import { itemsText } from "../../words/itemsText.ts";
import { OrderBadge } from "./OrderBadge.tsx";
import classes from "./orderColumns.module.css";
import { channelText } from "./orderWords.ts";

export function orderColumns(event: Event, orders: readonly ListedOrder[]): Column<ListedOrder>[] {
  const withCents = needCents(
    orders.flatMap((one) => [one.totalAmount, one.refundedAmount + one.refundDue]),
    event.currency,
  );
  return [
    {
      key: "orderNumber",
      title: "Number",
      onCard: "head",
      render: (one) => (
        <Link className={classes.number} to={paths.eventOrder(event.id, one.id)}>
          {one.orderNumber}
        </Link>
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
      render: (one) => (
        <div className={classes.what}>
          {itemsText(one.items)}
          <span>{purposeWords[one.purpose]}</span>
        </div>
      ),
    },
    {
      key: "totalAmount",
      title: "Total",
      isAtEnd: true,
      noWrap: true,
      onCard: "headEnd",
      render: (one) => (
        <div className={classes.money}>
          {formatMoney(one.totalAmount, one.currency, withCents)}
          {one.refundedAmount + one.refundDue > 0 && (
            <span>−{formatMoney(one.refundedAmount + one.refundDue, one.currency, withCents)}</span>
          )}
        </div>
      ),
    },
    { key: "paymentStatus", title: "Payment", noWrap: true, render: (one) => <OrderBadge order={one} /> },
    { key: "channel", title: "Sold", noWrap: true, render: channelText },
    {
      key: "createdAt",
      title: "When",
      isTime: true,
      render: ({ createdAt }) => timeText(createdAt, event.timeZone, event.config.dateFormat),
    },
  ];
}
