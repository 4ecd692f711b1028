import { atDoor } from "../../http/access/atDoor.ts";
import { doorAsked } from "../../http/access/doorAsked.ts";
import { route } from "../../http/route.ts";

export const getDoor = route("door/getDoor", async (asked, house) => {
  return { payload: await doorAsked(house, await atDoor(house, asked, asked.query.eventId)) };
});
