import { resendOrder } from "../../desk/resendOrder.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { orderById } from "../../orders/rows.ts";

export const resend = route("order/resend", async ({ body, viewer }, { db, clock }) => {
  const { row } = await ownRow(db, viewer, await orderById(db, body.orderId), "order");
  const queued = await resendOrder(db, row.id, { actor: actorOf(viewer), now: clock() });
  const msg = queued
    ? "The mail is on its way."
    : "It was mailed a moment ago. Wait a minute to mail it again.";
  return { payload: { queued }, msg };
});
