import { presentScan } from "../../door/story.ts";
import { countScans, scansPage } from "../../door/storyRows.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getScans = route("door/getScans", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  const { page, itemsPerPage, attendeeId, fetchTotalCount } = query;
  const filter = { eventId: event.id, attendeeId };
  const rows = await scansPage(db, filter, { limit: itemsPerPage, offset: (page - 1) * itemsPerPage });
  const totalItems = fetchTotalCount ? await countScans(db, filter) : 0;
  return { payload: { items: rows.map(presentScan), totalItems, page } };
});
