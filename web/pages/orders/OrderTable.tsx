/** The orders as a table, on screens that are wide enough for one. */

import type { DataTableColumn } from "mantine-datatable";
import { Link } from "react-router";
import { formatMoney, needCents } from "../../../contract/rules/money.ts";
import { purposeWords } from "../../../contract/rules/orderWords.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ListedOrder } from "../../../contract/shapes/refund.ts";
import { paths } from "../../paths.ts";
import { StaffTable } from "../../ui/lists/StaffTable.tsx";
import { timeText } from "../../words/attendeeWords.ts";
import { OrderBadge } from "./OrderBadge.tsx";
import classes from "./OrderTable.module.css";
import { channelText, itemsText } from "./orderWords.ts";

/** A page of orders. */
export interface OrderListProps {
  event: Event;
  items: ListedOrder[];
  isFetching: boolean;
}

export function OrderTable({ event, items, isFetching }: OrderListProps) {
  const withCents = needCents(
    items.flatMap((one) => [one.totalAmount, one.refundedAmount + one.refundDue]),
    event.currency,
  );
  const columns: DataTableColumn<ListedOrder>[] = [
    {
      accessor: "orderNumber",
      title: "Number",
      render: (one) => (
        <Link className={classes.number} to={paths.eventOrder(event.id, one.id)}>
          {one.orderNumber}
        </Link>
      ),
    },
    {
      accessor: "buyer",
      title: "Buyer",
      render: ({ buyer }) => (
        <div className={classes.buyer}>
          <strong>{buyer.name || "–"}</strong>
          {buyer.email !== null && <span>{buyer.email}</span>}
        </div>
      ),
    },
    {
      accessor: "items",
      title: "What",
      render: (one) => (
        <div className={classes.what}>
          {itemsText(one)}
          <span>{purposeWords[one.purpose]}</span>
        </div>
      ),
    },
    {
      accessor: "totalAmount",
      title: "Total",
      textAlign: "right",
      noWrap: true,
      render: (one) => (
        <div className={classes.money}>
          {formatMoney(one.totalAmount, one.currency, withCents)}
          {one.refundedAmount + one.refundDue > 0 && (
            <span>−{formatMoney(one.refundedAmount + one.refundDue, one.currency, withCents)}</span>
          )}
        </div>
      ),
    },
    {
      accessor: "paymentStatus",
      title: "Payment",
      noWrap: true,
      render: (one) => <OrderBadge order={one} />,
    },
    { accessor: "channel", title: "Sold", noWrap: true, render: channelText },
    {
      accessor: "createdAt",
      title: "When",
      render: ({ createdAt }) => timeText(createdAt, event.timeZone, event.config.dateFormat),
    },
  ];
  return (
    <StaffTable<ListedOrder>
      label="Orders"
      idAccessor="id"
      records={items}
      columns={columns}
      rowClassName={isFetching ? classes.waiting : undefined}
    />
  );
}
