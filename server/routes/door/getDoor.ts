import { atDoor } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getDoor = route("door/getDoor", async (asked, house) => {
  return { payload: await doorOfCaller(house, await atDoor(house, asked, asked.query.eventId)) };
});
