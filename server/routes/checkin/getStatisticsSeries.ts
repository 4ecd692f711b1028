import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { seriesOf } from "../../stats/statistics.ts";

export const getStatisticsSeries = route("checkin/getStatisticsSeries", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: await seriesOf(db, event, query.date) };
});
