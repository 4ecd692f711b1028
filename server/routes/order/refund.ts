import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { orderAsListed } from "../../orders/listed.ts";
import { orderById } from "../../orders/rows.ts";
import { refundOrder } from "../../refunds/refundOrder.ts";

export const refund = route("order/refund", async ({ body, viewer, idempotency }, { db }) => {
  const { row } = await ownRow(db, viewer, await orderById(db, body.orderId), "order");
  await refundOrder(db, body, { idempotency, actor: actorOf(viewer) });
  const order = (await orderAsListed(db, row.id))!;
  const msg = order.refundDue > 0 ? "The refund is requested." : "The refund is recorded.";
  return { payload: order, msg };
});
