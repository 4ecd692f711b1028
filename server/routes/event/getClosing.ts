import { closingOf } from "../../closings/closing.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getClosing = route("event/getClosing", async ({ query, viewer }, { db }) => {
  const { id } = await ownEvent(db, viewer, query.eventId);
  return { payload: await closingOf(db, id) };
});
