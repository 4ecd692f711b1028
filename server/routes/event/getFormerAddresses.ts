import { formerAddressesOf } from "../../events/saveFormerAddresses.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getFormerAddresses = route("event/getFormerAddresses", async ({ query, viewer }, { db }) => {
  const { id } = await ownEvent(db, viewer, query.eventId);
  return { payload: { addresses: await formerAddressesOf(db, id) } };
});
