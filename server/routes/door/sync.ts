import { readScans } from "../../door/readScan.ts";
import { doorCallerForScans, requireScanRights } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";

export const sync = route("door/sync", async (request, services) => {
  const { eventId, appVersion, waiting, scans } = request.body;
  const door = await doorCallerForScans(services, request, eventId);
  requireScanRights(door.rights, scans);
  const source = { ...door, deviceId: door.deviceId ?? request.body.deviceId.toLowerCase() };
  const parsedScans = await readScans(services.db, eventId, scans);
  const device = { appVersion, waiting };
  const answers = await services.doors.submit({ source, scans: parsedScans, device });
  return {
    payload: { answers: answers.map((answer, index) => ({ scanId: scans[index]!.scanId, ...answer })) },
  };
});
