import { approveEvent } from "../../events/approve.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const approve = route("event/approve", async ({ body, viewer }, { db }) => {
  const { name } = await approveEvent(db, body.eventId, actorOf(viewer));
  return { payload: { eventId: body.eventId }, msg: `${name} is approved.` };
});
