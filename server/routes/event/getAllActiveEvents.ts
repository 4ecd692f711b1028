import { presentEvent } from "../../events/present.ts";
import { listEvents } from "../../events/rows.ts";
import { route } from "../../http/route.ts";

export const getAllActiveEvents = route("event/getAllActiveEvents", async ({ query }, { db, clock }) => {
  const now = clock();
  const endsAfter = query.currentDate === undefined ? now : new Date(query.currentDate);
  const rows = await listEvents(
    db,
    { clubId: query.clubId, onlyListed: true, endsAfter, withExtras: query.withExtras },
    { limit: 1000, offset: 0, now },
  );
  return { payload: rows.map(presentEvent) };
});
