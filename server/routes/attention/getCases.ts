import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { casesOfEvent } from "../../orders/cases.ts";

export const getCases = route("attention/getCases", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: await casesOfEvent(db, event.id) };
});
