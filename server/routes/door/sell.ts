import { retryAfterOverdue } from "../../checkout/endHoldsWithoutPayment.ts";
import { deviceOf } from "../../door/deviceRows.ts";
import { sellAtDoor } from "../../door/sale.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const sell = route("door/sell", async (request, services) => {
  const { body, viewer, idempotency } = request;
  const { db, clock } = services;
  const door = await doorCallerOf(services, request, body.eventId, "sell");
  const deviceId = door.deviceId ?? body.deviceId.toLowerCase();
  const gate = door.linkId === null ? (await deviceOf(db, body.eventId, deviceId))?.gate : door.gate;
  const source = { ...door, deviceId, gate: gate ?? "" };
  const actor = door.linkId === null ? actorOf(viewer) : `helper:${door.linkId}`;
  const payload = await retryAfterOverdue(services, body.eventId, () =>
    sellAtDoor(db, body, { source, actor, now: clock(), idempotency }),
  );
  return { payload };
});
