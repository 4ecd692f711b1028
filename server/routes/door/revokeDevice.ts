import { presentDevice, revokeDevice as revoke } from "../../door/links.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const revokeDevice = route("door/revokeDevice", async ({ body, viewer }, { db, clock, passes }) => {
  const event = await ownEvent(db, viewer, body.eventId);
  const { deviceId } = body;
  const context = { actor: actorOf(viewer), now: clock() };
  const device = await revoke(db, { eventId: event.id, deviceId }, context);
  passes.forget();
  return { payload: presentDevice(device, false) };
});
