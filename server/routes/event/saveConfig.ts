import { configChange } from "../../events/change.ts";
import { changeEvent } from "../../events/saveEvent.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const saveConfig = route("event/saveConfig", async ({ body, viewer, idempotency }, { db, clock }) => {
  const { id } = await ownEvent(db, viewer, body.eventId);
  const context = { actor: actorOf(viewer), idempotency, now: clock() };
  const payload = await changeEvent(db, id, context, (row) => configChange(body.config, row));
  return { payload, msg: "The settings are saved." };
});
