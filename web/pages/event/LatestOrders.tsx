import { Link } from "react-router";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import { paths } from "../../paths.ts";
import { itemsText } from "../../words/itemsText.ts";
import { paymentFilterWords, statusOf } from "../../words/orderStatus.ts";
import classes from "./Overview.module.css";

export function LatestOrders({ eventId, orders }: { eventId: number; orders: readonly ListedOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="orders-heading">
      <h2 id="orders-heading" className={classes.heading}>
        Latest orders
      </h2>
      <ul className={classes.tickets}>
        {orders.map((order) => (
          <li key={order.id}>
            <div className={classes.ticket}>
              <Link className="touchLink" to={paths.eventOrder(eventId, order.id)}>
                {order.buyer.name || order.buyer.email || "The buyer"}, {order.orderNumber}
              </Link>
              <span>{itemsText(order.items)}</span>
            </div>
            <div className={classes.paid}>
              <span className={classes.count}>{formatMoney(order.totalAmount, order.currency)}</span>
              <Status order={order} />
            </div>
          </li>
        ))}
      </ul>
      <p>
        <Link className="touchLink" to={paths.eventPage(eventId, "orders")}>
          All orders
        </Link>
      </p>
    </section>
  );
}

function Status({ order }: { order: ListedOrder }) {
  const { words } = statusOf(order);
  return words === paymentFilterWords.paid || words === paymentFilterWords.free ? null : <span>{words}</span>;
}
