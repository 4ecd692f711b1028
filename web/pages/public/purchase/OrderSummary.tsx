import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import { taxLines } from "../../../../contract/rules/money/tax.ts";
import type { Order } from "../../../../contract/shapes/order.ts";
import type { Quote } from "../../../../contract/shapes/registration.ts";
import { awaitsBuyerText } from "../../../sale/refundWords.ts";
import { Fact } from "../../../ui/Fact.tsx";
import classes from "./OrderSummary.module.css";

interface OrderSummaryProps {
  summary: Quote;
  heading: string;
  /** The tickets of a sponsor's package: "With 2 tickets for you and your guests". */
  note?: string | null;
  receiptNumber?: number | null;
  /** In minor units, including `awaitsBuyer`. */
  refunded?: number;
  /** The part that waits until the buyer has given Stripe a bank account. */
  awaitsBuyer?: number;
}

export function PlacedOrder({ order }: { order: Order }) {
  return (
    <OrderSummary
      summary={order}
      heading={`Order ${order.orderNumber}`}
      receiptNumber={order.receiptNumber}
      refunded={order.refundedAmount}
      awaitsBuyer={order.refundAwaitsBuyer}
    />
  );
}

export function OrderSummary({
  summary,
  heading,
  note = null,
  receiptNumber = null,
  refunded = 0,
  awaitsBuyer = 0,
}: OrderSummaryProps) {
  const { items } = summary;
  return (
    <section className={classes.summary} aria-label={heading}>
      <h2>{heading}</h2>
      {items.length === 0 ? (
        <p>Nothing chosen yet.</p>
      ) : (
        <Sums {...summary} refunded={refunded - awaitsBuyer} />
      )}
      {note !== null && <p>{note}</p>}
      {receiptNumber !== null && <p>Receipt number {receiptNumber}</p>}
      {awaitsBuyer > 0 && <p>{awaitsBuyerText(awaitsBuyer, summary.currency)}</p>}
    </section>
  );
}

function Sums({ refunded, ...quote }: Quote & { refunded: number }) {
  const { items, subtotal, tax, totalAmount, currency, promoCode, discount } = quote;
  const lines = taxLines(quote);
  const withCents = needCents(
    [...items.map(({ total }) => total), ...lines.map((line) => line.tax), totalAmount, discount, refunded],
    currency,
  );
  const money = (amountMinor: number) =>
    totalAmount === 0 && amountMinor === 0 ? "Free" : formatMoney(amountMinor, currency, withCents);
  const taxes = lines.map((line) => (
    <Fact key={line.label} name={line.label}>
      {money(line.tax)}
    </Fact>
  ));
  return (
    <dl>
      {items.map((item) => (
        <div key={`${item.kind} ${item.refId}`}>
          <dt>
            {item.quantity} × {item.title}
          </dt>
          <dd>{money(item.total)}</dd>
        </div>
      ))}
      {tax > 0 && !quote.pricesIncludeTax && (
        <>
          <div className={classes.part}>
            <dt>Subtotal</dt>
            <dd>{money(subtotal)}</dd>
          </div>
          {taxes}
        </>
      )}
      <div className={classes.total}>
        <dt>Total</dt>
        <dd>{money(totalAmount)}</dd>
      </div>
      {tax > 0 && quote.pricesIncludeTax && taxes}
      {refunded > 0 && <Fact name="Refunded">{formatMoney(-refunded, currency, withCents)}</Fact>}
      {promoCode && (
        <div className={classes.code}>
          <dt>Code {promoCode}</dt>
          <dd>{discount > 0 ? `you save ${formatMoney(discount, currency, withCents)}` : "used"}</dd>
        </div>
      )}
    </dl>
  );
}
