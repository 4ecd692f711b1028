import { ownEvent } from "../../http/access/own.ts";
import { pagedReply, rowsOfPage } from "../../http/paging.ts";
import { route } from "../../http/route.ts";
import { listOrders } from "../../orders/listed.ts";

export const getOrders = route("order/getOrders", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  const page = rowsOfPage(query);
  const { rows, total } = await listOrders(db, event.id, query, page);
  return { payload: pagedReply(rows, total, page) };
});
