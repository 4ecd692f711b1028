import { atDoor } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";
import { tillOf } from "../../orders/doorSales.ts";

export const getTill = route("door/getTill", async (request, services) => {
  const { eventId, deviceId } = request.query;
  const door = await atDoor(services, request, eventId, "sell");
  const of = { eventId, timeZone: door.event.time_zone, deviceId: door.deviceId ?? deviceId.toLowerCase() };
  const { since, ...sold } = await tillOf(services.db, of, services.clock());
  return { payload: { ...sold, currency: door.event.currency, since: since.toISOString() } };
});
