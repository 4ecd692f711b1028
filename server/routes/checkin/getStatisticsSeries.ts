import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { seriesOf } from "../../stats/statistics.ts";

export const getStatisticsSeries = route("checkin/getStatisticsSeries", async ({ query, viewer }, { db }) => {
  const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "event");
  return { payload: await seriesOf(db, event, query.date) };
});
