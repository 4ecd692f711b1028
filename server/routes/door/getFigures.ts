import { atDoor } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";
import { doorFiguresOf } from "../files/doorFigures.ts";

export const getFigures = route("door/getFigures", async ({ query, viewer, helper }, house) => {
  const { event, userId } = await atDoor(house, { viewer, helper }, query.eventId);
  return { payload: await doorFiguresOf(house.db, event.id, { hasSales: userId !== null }) };
});
