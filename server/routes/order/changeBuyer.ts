import { changeBuyer as change } from "../../desk/changeBuyer.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { orderAsListed } from "../../orders/listed.ts";
import { orderById } from "../../orders/rows.ts";

export const changeBuyer = route("order/changeBuyer", async ({ body, viewer }, { db }) => {
  const { row } = await ownRow(db, viewer, await orderById(db, body.orderId), "order");
  await change(db, body, actorOf(viewer));
  return { payload: (await orderAsListed(db, row.id))!, msg: "The buyer is changed." };
});
