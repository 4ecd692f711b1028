import { readScans } from "../../door/readScan.ts";
import { atDoorToScan, mayTell } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";

export const sync = route("door/sync", async (asked, house) => {
  const { eventId, appVersion, waiting, scans } = asked.body;
  const door = await atDoorToScan(house, asked, eventId);
  mayTell(door.rights, scans);
  const source = { ...door, deviceId: door.deviceId ?? asked.body.deviceId.toLowerCase() };
  const taken = await readScans(house.db, eventId, scans);
  const answers = await house.doors.tell({ source, scans: taken, device: { appVersion, waiting } });
  return {
    payload: { answers: answers.map((answer, index) => ({ scanId: scans[index]!.scanId, ...answer })) },
  };
});
