import { changesSince } from "../../door/changes.ts";
import { atDoor } from "../../http/atDoor.ts";
import { route } from "../../http/route.ts";

export const getChanges = route("door/getChanges", async (asked, house) => {
  await atDoor(house, asked, asked.query.eventId);
  return { payload: await changesSince(house.db, asked.query, house.clock()) };
});
