import { pageOfCopy } from "../../door/copy.ts";
import { atDoor } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getCopy = route("door/getCopy", async (asked, house) => {
  const at = await atDoor(house, asked, asked.query.eventId);
  const page = await pageOfCopy(house.db, asked.query, house.clock());
  return { payload: { ...page, door: asked.query.after === 0 ? await doorOfCaller(house, at) : null } };
});
