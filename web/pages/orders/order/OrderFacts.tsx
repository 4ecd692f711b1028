import { Button } from "@mantine/core";
import { purposeWords } from "../../../../contract/rules/orderWords.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ListedOrder } from "../../../../contract/shapes/money/refund.ts";
import { Fact } from "../../../ui/Fact.tsx";
import { timeText } from "../../../words/attendeeWords.ts";
import { OrderBadge } from "../OrderBadge.tsx";
import { paidText } from "../orderWords.ts";
import classes from "./OrderFacts.module.css";
import { OrderPart } from "./OrderPart.tsx";

interface OrderFactsProps {
  event: Event;
  order: ListedOrder;
  /** Null if there is no buyer to change. */
  onChangeBuyer: (() => void) | null;
}

export function OrderFacts({ event, order, onChangeBuyer }: OrderFactsProps) {
  const { buyer, purpose, createdAt, paidAt, paidNote, receiptNumber, importedNumber } = order;
  return (
    <OrderPart title="Order">
      <dl className={classes.facts}>
        <Fact name="Payment">
          <OrderBadge order={order} />
        </Fact>
        <Fact name="Buyer">{buyer.name || "–"}</Fact>
        <Fact name="E-mail">
          {buyer.email === null ? (
            "–"
          ) : (
            <a className="touchLink" href={`mailto:${buyer.email}`}>
              {buyer.email}
            </a>
          )}
          {onChangeBuyer !== null && (
            <div className={classes.change}>
              <Button variant="default" onClick={onChangeBuyer}>
                Change the buyer
              </Button>
            </div>
          )}
        </Fact>
        <Fact name="Kind">{purposeWords[purpose]}</Fact>
        <Fact name="Payment method">{paidText(order)}</Fact>
        {importedNumber !== null && <Fact name="Order in another system">{importedNumber}</Fact>}
        {paidNote !== "" && <Fact name="Reference or note">{paidNote}</Fact>}
        {receiptNumber !== null && <Fact name="Receipt number">{receiptNumber}</Fact>}
        <Fact name="Ordered on">{timeText(createdAt, event)}</Fact>
        {paidAt !== null && order.totalAmount > 0 && <Fact name="Paid on">{timeText(paidAt, event)}</Fact>}
      </dl>
    </OrderPart>
  );
}
