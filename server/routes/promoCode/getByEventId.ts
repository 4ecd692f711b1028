import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentPromoCode } from "../../promoCodes/present.ts";
import { promoCodesOfEvent } from "../../promoCodes/rows.ts";

export const getPromoCodes = route("promoCode/getByEventId", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: (await promoCodesOfEvent(db, event.id)).map(presentPromoCode) };
});
