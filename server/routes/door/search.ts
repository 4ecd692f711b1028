import { searchNames } from "../../door/copy.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";

export const search = route("door/search", async (request, services) => {
  const { eventId, text } = request.query;
  await doorCallerOf(services, request, eventId, "search");
  return { payload: { attendees: await searchNames(services.db, eventId, text) } };
});
