import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { ordersOfEvent, presentStaffOrder } from "../../orders/rows.ts";

export const getOrdersByEventId = route("order/getOrdersByEventId", async ({ query, viewer }, { db }) => {
  const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "event");
  const rows = await ordersOfEvent(db, event.id);
  return { payload: rows.map(presentStaffOrder) };
});
