import { doorCallerOf } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";
import { deviceSalesToday } from "../../orders/doorSales.ts";

export const getTill = route("door/getTill", async (request, services) => {
  const { eventId, deviceId } = request.query;
  const door = await doorCallerOf(services, request, eventId, "sell");
  const till = { eventId, timeZone: door.event.time_zone, deviceId: door.deviceId ?? deviceId.toLowerCase() };
  const { since, ...sales } = await deviceSalesToday(services.db, till, services.clock());
  return { payload: { ...sales, currency: door.event.currency, since: since.toISOString() } };
});
