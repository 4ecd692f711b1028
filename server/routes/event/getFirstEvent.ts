import { presentEvent } from "../../events/present.ts";
import { listEvents } from "../../events/rows.ts";
import { route } from "../../http/route.ts";

export const getFirstEvent = route("event/getFirstEvent", async (_asked, { db, clock }) => {
  const [next] = await listEvents(db, { onlyActive: true, endsAfter: clock() }, { limit: 1, offset: 0 });
  return { payload: next === undefined ? null : presentEvent(next) };
});
