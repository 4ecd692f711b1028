import { searchNames } from "../../door/copy.ts";
import { atDoor } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";

export const search = route("door/search", async (asked, services) => {
  const { eventId, text } = asked.query;
  await atDoor(services, asked, eventId, "search");
  return { payload: { attendees: await searchNames(services.db, eventId, text) } };
});
