import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { statisticsOf } from "../../stats/statistics.ts";

export const getStatistics = route("checkin/getStatistics", async ({ query, viewer }, { db }) => {
  const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "event");
  return { payload: await statisticsOf(db, event, query.date) };
});
