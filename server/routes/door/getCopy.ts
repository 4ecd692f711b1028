import { pageOfCopy } from "../../door/copy.ts";
import { atDoor } from "../../http/access/atDoor.ts";
import { doorOfCaller } from "../../http/access/doorOfCaller.ts";
import { route } from "../../http/route.ts";

export const getCopy = route("door/getCopy", async (asked, services) => {
  const at = await atDoor(services, asked, asked.query.eventId);
  const page = await pageOfCopy(services.db, asked.query, services.clock());
  return { payload: { ...page, door: asked.query.after === 0 ? await doorOfCaller(services, at) : null } };
});
