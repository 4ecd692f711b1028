/** What is wrong with an order's payment, in plain words, with what mends it. Nothing where all is well. */
import { Button } from "@mantine/core";
import type { ListedOrder } from "../../../contract/refund.ts";
import { attentionOf } from "./attention.ts";
import classes from "./Notice.module.css";

export function AttentionNotice({ order, onRefund }: { order: ListedOrder; onRefund: () => void }) {
  const wanting = attentionOf(order);
  if (wanting === null) return null;
  const subject = encodeURIComponent(`Your order ${order.orderNumber}`);
  return (
    <section className={classes.notice} aria-label="Needs attention">
      <div className={classes.words}>
        <p>
          <strong>{wanting.what}</strong>
        </p>
        <p>{wanting.mend}</p>
      </div>
      <div className={classes.acts}>
        {wanting.acts.includes("refund") && <Button onClick={onRefund}>Refund again</Button>}
        {wanting.acts.includes("write") && (
          <Button component="a" variant="default" href={`mailto:${order.buyer.email}?subject=${subject}`}>
            Write to the buyer
          </Button>
        )}
      </div>
    </section>
  );
}
