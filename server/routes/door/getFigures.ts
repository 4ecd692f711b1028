import { doorCallerOf } from "../../http/access/atDoor.ts";
import { route } from "../../http/route.ts";
import { doorFiguresOf } from "../files/doorFigures.ts";

export const getFigures = route("door/getFigures", async ({ query, viewer, helper }, services) => {
  const { event, userId } = await doorCallerOf(services, { viewer, helper }, query.eventId);
  return { payload: await doorFiguresOf(services.db, event.id, { hasSales: userId !== null }) };
});
