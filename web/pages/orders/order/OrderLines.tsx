import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import { taxLines } from "../../../../contract/rules/money/tax.ts";
import type { ListedOrder } from "../../../../contract/shapes/money/refund.ts";
import { amountAwaitingBuyer } from "../../../words/orderStatus.ts";
import { amountLeft } from "../orderWords.ts";
import classes from "./OrderLines.module.css";
import { OrderPart } from "./OrderPart.tsx";

type Sum = readonly [name: string, amount: string];

interface OrderLinesProps {
  order: ListedOrder;
  /** How many were handed over: one number for each line of extras, or none for 0 of each. */
  handed?: readonly number[] | undefined;
}

export function OrderLines({ order, handed = [] }: OrderLinesProps) {
  const { items, subtotal, totalAmount, refundedAmount, refundDue, currency, promoCode, discount } = order;
  const remaining = amountLeft(order);
  const awaitingBuyer = amountAwaitingBuyer(order);
  const refunded = refundedAmount - awaitingBuyer;
  const lines = taxLines(order);
  const withCents = needCents(
    [
      ...items.map(({ total }) => total),
      subtotal,
      ...lines.map(({ tax }) => tax),
      totalAmount,
      refunded,
      awaitingBuyer,
      remaining,
      discount,
    ],
    currency,
  );
  const money = (minor: number) => formatMoney(minor, currency, withCents);
  const sumIf = (isShown: boolean, ...sum: Sum): Sum[] => (isShown ? [sum] : []);
  const sums: Sum[] = [
    ...sumIf(order.pricesIncludeTax, "Total", money(totalAmount)),
    ...sumIf(!order.pricesIncludeTax, "Subtotal", money(subtotal)),
    ...lines.map(({ label, tax }): Sum => [label, money(tax)]),
    ...sumIf(!order.pricesIncludeTax, "Total", money(totalAmount)),
    // The lines and totals include the discount already.
    ...sumIf(
      promoCode !== null,
      `With code ${promoCode}`,
      discount > 0 ? `${money(discount)} off` : "no discount",
    ),
    ...sumIf(refunded > 0, "Refunded", `−${money(refunded)}`),
    ...sumIf(awaitingBuyer > 0, "The buyer must enter a bank account", `−${money(awaitingBuyer)}`),
    ...sumIf(refundDue > 0, "Refund pending", `−${money(refundDue)}`),
    ...sumIf(refundedAmount + refundDue > 0, "Kept by the club", money(remaining)),
  ];
  return (
    <OrderPart title="What was bought">
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ kind, refId, title, quantity, unitPrice, total }, index) => (
            <tr key={`${kind} ${refId}`}>
              <th scope="row">
                {quantity} × {title}
                {quantity > 1 && unitPrice > 0 && <small>{formatMoney(unitPrice, currency)} each</small>}
                {kind === "extras" && (
                  <small>
                    {handed[extraIndexOf(items, index)] ?? 0} of {quantity} handed over
                  </small>
                )}
              </th>
              <td>{money(total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([name, amount]) => (
            <tr key={name} data-sum={name === "Total" || undefined}>
              <th scope="row">{name}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </OrderPart>
  );
}

function extraIndexOf(items: ListedOrder["items"], index: number): number {
  return items.slice(0, index).filter(({ kind }) => kind === "extras").length;
}
