import { changesSince } from "../../door/changes.ts";
import { atDoor } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getChanges = route("door/getChanges", async (asked, services) => {
  const at = await atDoor(services, asked, asked.query.eventId);
  const { isDoorMoved, ...changes } = await changesSince(services.db, asked.query, services.clock());
  return { payload: { ...changes, door: isDoorMoved ? await doorOfCaller(services, at) : null } };
});
