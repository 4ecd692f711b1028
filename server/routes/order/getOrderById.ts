import { ownRow } from "../../http/access/own.ts";
import { type Route, route } from "../../http/route.ts";
import { orderById, presentStaffOrder } from "../../orders/rows.ts";

/** Both calls have the same reply: an order includes its items. */
const answer: Route<"order/getOrderById"> = async ({ query, viewer }, { db }) => {
  const { row } = await ownRow(db, viewer, await orderById(db, query.orderId), "order");
  return { payload: presentStaffOrder(row) };
};

export const getOrderById = route("order/getOrderById", answer);
export const getOrderWithItems = route("order/getOrderWithItems", answer);
