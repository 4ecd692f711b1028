import { changesSince } from "../../door/changes.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getChanges = route("door/getChanges", async (request, services) => {
  const caller = await doorCallerOf(services, request, request.query.eventId);
  const { isDoorChanged, ...changes } = await changesSince(services.db, request.query, services.clock());
  return { payload: { ...changes, door: isDoorChanged ? await doorOfCaller(services, caller) : null } };
});
