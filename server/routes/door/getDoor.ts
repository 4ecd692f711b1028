import { doorCallerOf } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getDoor = route("door/getDoor", async (request, services) => {
  return {
    payload: await doorOfCaller(services, await doorCallerOf(services, request, request.query.eventId)),
  };
});
