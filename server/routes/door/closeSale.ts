import { closeSaleKey } from "../../door/closeSale.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";

export const closeSale = route("door/closeSale", async (request, services) => {
  const { eventId, key } = request.body;
  // The right to sell is not required: a link that has lost it can still ask for the outcome of its last sale.
  await doorCallerOf(services, request, eventId);
  return { payload: { isSold: await closeSaleKey(services.db, key) } };
});
