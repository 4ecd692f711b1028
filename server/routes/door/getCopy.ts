import { pageOfCopy } from "../../door/copy.ts";
import { atDoor } from "../../http/atDoor.ts";
import { route } from "../../http/route.ts";

export const getCopy = route("door/getCopy", async (asked, house) => {
  await atDoor(house, asked, asked.query.eventId);
  return { payload: await pageOfCopy(house.db, asked.query, house.clock()) };
});
