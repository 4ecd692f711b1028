import { searchNames } from "../../door/copy.ts";
import { atDoor } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";

export const search = route("door/search", async (asked, house) => {
  const { eventId, text } = asked.query;
  await atDoor(house, asked, eventId, "search");
  return { payload: { attendees: await searchNames(house.db, eventId, text) } };
});
