import { atDoor } from "../../http/atDoor.ts";
import { doorFiguresOf } from "../../http/doorFigures.ts";
import { route } from "../../http/route.ts";

export const getFigures = route("door/getFigures", async ({ query, viewer, helper }, house) => {
  const { event, userId } = await atDoor(house, { viewer, helper }, query.eventId);
  return { payload: await doorFiguresOf(house.db, event.id, { hasSales: userId !== null }) };
});
