import { notFound } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { type Route, route } from "../../http/route.ts";
import { orderById, presentStaffOrder } from "../../orders/rows.ts";

/** Both calls of the wire answer alike: an order always comes with its items. */
const answer: Route<"order/getOrderById"> = async ({ query, viewer }, { db }) => {
  const order = await orderById(db, query.orderId);
  const event = order === undefined ? undefined : await eventById(db, order.event_id);
  if (order === undefined || event === undefined || !isStaffOf(viewer, event.club_id))
    throw notFound("order");
  return { payload: presentStaffOrder(order) };
};

export const getOrderById = route("order/getOrderById", answer);
export const getOrderWithItems = route("order/getOrderWithItems", answer);
