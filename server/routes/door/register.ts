import { DomainError } from "../../domainError.ts";
import { doorOf } from "../../door/doorOf.ts";
import { registerDevice } from "../../door/staffDevice.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";

export const register = route("door/register", async (request, services) => {
  const { eventId, deviceId, gate, deviceName, appVersion } = request.body;
  const { event, rights, userId } = await doorCallerOf(services, request, eventId);
  if (userId === null)
    throw new DomainError("wrongRole", "This device has opened a helper’s link, so it need not register.");
  const device = { eventId, deviceId: deviceId.toLowerCase(), gate, name: deviceName, appVersion, userId };
  await registerDevice(services.db, device, services.clock());
  return { payload: await doorOf(services.db, event, { gate, rights, expiresAt: null }) };
});
