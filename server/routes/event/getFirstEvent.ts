import { presentEvent } from "../../events/present.ts";
import { listEvents } from "../../events/rows.ts";
import { route } from "../../http/route.ts";

/** The first event in public lists that has not ended. */
export const getFirstEvent = route("event/getFirstEvent", async (_request, { db, clock }) => {
  const now = clock();
  const [next] = await listEvents(db, { onlyListed: true, endsAfter: now }, { limit: 1, offset: 0, now });
  return { payload: next === undefined ? null : presentEvent(next) };
});
