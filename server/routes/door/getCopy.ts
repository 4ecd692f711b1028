import { pageOfCopy } from "../../door/copy.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getCopy = route("door/getCopy", async (request, services) => {
  const caller = await doorCallerOf(services, request, request.query.eventId);
  const page = await pageOfCopy(services.db, request.query, services.clock());
  return {
    payload: { ...page, door: request.query.after === 0 ? await doorOfCaller(services, caller) : null },
  };
});
