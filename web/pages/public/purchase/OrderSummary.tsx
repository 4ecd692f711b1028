/** What is bought and what it costs. */
import type { OrderItem } from "../../../../contract/order.ts";
import { formatMoney } from "../../../../contract/rules/money.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import classes from "./OrderSummary.module.css";

export interface Summary {
  items: readonly OrderItem[];
  subtotal: number;
  tax: number;
  totalAmount: number;
  currency: Currency;
}

export function OrderSummary({ summary, heading }: { summary: Summary; heading: string }) {
  const { items, subtotal, tax, totalAmount, currency } = summary;
  const money = (amountMinor: number) =>
    totalAmount === 0 && amountMinor === 0 ? "Free" : formatMoney(amountMinor, currency);
  return (
    <section className={classes.summary} aria-label={heading}>
      <h2>{heading}</h2>
      <dl>
        {items.map((item) => (
          <div key={`${item.kind} ${item.refId}`}>
            <dt>
              {item.quantity} × {item.title}
            </dt>
            <dd>{money(item.total)}</dd>
          </div>
        ))}
        {tax > 0 && (
          <>
            <div className={classes.part}>
              <dt>Subtotal</dt>
              <dd>{formatMoney(subtotal, currency)}</dd>
            </div>
            <div>
              <dt>Tax</dt>
              <dd>{formatMoney(tax, currency)}</dd>
            </div>
          </>
        )}
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>{money(totalAmount)}</dd>
        </div>
      </dl>
    </section>
  );
}
