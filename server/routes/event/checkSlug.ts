import { checkedSlug } from "../../events/saveEvent.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const checkSlug = route("event/checkSlug", async ({ query, viewer }, { db }) => {
  if (query.eventId !== undefined) await ownEvent(db, viewer, query.eventId);
  return { payload: await checkedSlug(db, query) };
});
