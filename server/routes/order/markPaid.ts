import { markPaid as mark } from "../../desk/markPaid.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { orderAsListed } from "../../orders/listed.ts";
import { orderById } from "../../orders/rows.ts";

export const markPaid = route(
  "order/markPaid",
  async ({ body, viewer, idempotency }, { db, provider, clock }) => {
    const { row } = await ownRow(db, viewer, await orderById(db, body.orderId), "order");
    const context = { idempotency, actor: actorOf(viewer), now: clock() };
    const { isNew } = await mark(db, provider, body, context);
    const msg = isNew ? "The order is paid." : "The order was marked as paid before. Nothing was changed.";
    return { payload: (await orderAsListed(db, row.id))!, msg };
  },
);
