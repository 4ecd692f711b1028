import { createEndOverdue } from "../../checkout/endHoldsWithoutPayment.ts";
import { DomainError } from "../../domainError.ts";
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
  const attempt = () => sellAtDoor(db, body, { source, actor, now: clock(), idempotency });
  const payload = await attempt().catch(async (error: unknown) => {
    // As on the web: if places are missing, end overdue holds without a payment and try once more.
    const lacksPlaces =
      error instanceof DomainError && (error.code === "soldOut" || error.code === "notEnoughLeft");
    if (!lacksPlaces || (await createEndOverdue(db, clock)(body.eventId)) === 0) throw error;
    return attempt();
  });
  return { payload };
});
