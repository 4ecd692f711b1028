import { cancelEvent, cancellationOf } from "../../desk/cancelEvent.ts";
import { eventById } from "../../events/rows.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const cancel = route("event/cancel", async ({ body, viewer, idempotency }, { db, clock }) => {
  const { id } = await ownEvent(db, viewer, body.eventId);
  const { message, refund } = body;
  const context = { actor: actorOf(viewer), now: clock(), idempotency };
  await cancelEvent(db, { eventId: id, message, refund }, context);
  const payload = await cancellationOf(db, (await eventById(db, id))!);
  return { payload, msg: "The event is cancelled." };
});
