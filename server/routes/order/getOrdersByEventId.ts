import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { ordersOfEvent, presentStaffOrder } from "../../orders/rows.ts";

export const getOrdersByEventId = route("order/getOrdersByEventId", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: (await ordersOfEvent(db, event.id)).map(presentStaffOrder) };
});
