import { undoSale as undo } from "../../door/undoSale.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const undoSale = route("door/undoSale", async (request, services) => {
  const { body, viewer, idempotency } = request;
  const { db, clock } = services;
  const door = await doorCallerOf(services, request, body.eventId, "sell");
  const source = { ...door, deviceId: door.deviceId ?? body.deviceId.toLowerCase() };
  const actor = door.linkId === null ? actorOf(viewer) : `helper:${door.linkId}`;
  return { payload: await undo(db, body, { source, actor, now: clock(), idempotency }) };
});
