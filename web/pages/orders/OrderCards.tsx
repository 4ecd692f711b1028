/** The orders as cards, where a table would have to be pushed to and fro. */
import { Link } from "react-router";
import { formatMoney, needCents } from "../../../contract/rules/money.ts";
import { paths } from "../../paths.ts";
import { timeText } from "../../words/attendeeWords.ts";
import { OrderBadge } from "./OrderBadge.tsx";
import classes from "./OrderCards.module.css";
import type { OrderListProps } from "./OrderTable.tsx";
import { awaitsBuyer, buyerText, channelText, itemsText } from "./orderWords.ts";

export function OrderCards({ event, items, isFetching }: OrderListProps) {
  const withCents = needCents(
    items.map(({ totalAmount }) => totalAmount),
    event.currency,
  );
  return (
    <ul className={classes.cards} aria-label="Orders" data-waiting={isFetching || undefined}>
      {items.map((one) => {
        const back = one.refundedAmount - awaitsBuyer(one);
        return (
          <li key={one.id} className={classes.card}>
            <div className={classes.head}>
              <Link className={classes.name} to={paths.eventOrder(event.id, one.id)}>
                {buyerText(one)}
              </Link>
              <strong className={classes.money}>
                {formatMoney(one.totalAmount, one.currency, withCents)}
              </strong>
            </div>
            <p className={classes.line}>{itemsText(one)}</p>
            <p className={classes.line}>
              {one.orderNumber} · {channelText(one)} ·{" "}
              {timeText(one.createdAt, event.timeZone, event.config.dateFormat)}
            </p>
            <p className={classes.state}>
              <OrderBadge order={one} />
              {back > 0 && <span>{formatMoney(back, one.currency)} given back</span>}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
