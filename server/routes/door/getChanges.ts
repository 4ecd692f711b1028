import { changesSince } from "../../door/changes.ts";
import { atDoor } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getChanges = route("door/getChanges", async (asked, house) => {
  const at = await atDoor(house, asked, asked.query.eventId);
  const { isDoorMoved, ...changes } = await changesSince(house.db, asked.query, house.clock());
  return { payload: { ...changes, door: isDoorMoved ? await doorOfCaller(house, at) : null } };
});
