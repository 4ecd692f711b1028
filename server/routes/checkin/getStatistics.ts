import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { statisticsOf } from "../../stats/statistics.ts";

export const getStatistics = route("checkin/getStatistics", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: await statisticsOf(db, event, query.date) };
});
