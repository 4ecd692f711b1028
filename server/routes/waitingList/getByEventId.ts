import { ownEvent } from "../../http/access/own.ts";
import { pagedReply, rowsOfPage } from "../../http/paging.ts";
import { route } from "../../http/route.ts";
import { presentEntry } from "../../waiting/present.ts";
import { entriesById, findEntries, numbersOf } from "../../waiting/rows.ts";

export const getWaitingList = route("waitingList/getByEventId", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  const page = rowsOfPage(query);
  const numbers = await numbersOf(db, event.id);
  const { ids, total } = await findEntries(db, query, numbers, page);
  const rows = await entriesById(db, ids);
  return { payload: { ...pagedReply(rows.map(presentEntry), total, page), numbers } };
});
