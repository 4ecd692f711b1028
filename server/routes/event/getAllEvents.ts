import { SUDO } from "../../../contract/rules/roles.ts";
import { presentEvent } from "../../events/present.ts";
import { countEvents, listEvents } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { pagedReply, rowsOfPage } from "../../http/paging.ts";
import { route } from "../../http/route.ts";

export const getAllEvents = route("event/getAllEvents", async ({ query, viewer }, { db, clock }) => {
  const seesDrafts = query.clubId === undefined ? viewer?.role === SUDO : isStaffOf(viewer, query.clubId);
  const now = clock();
  const filter = {
    clubId: query.clubId,
    onlyListed: !seesDrafts,
    ...(query.when === "coming" && { endsAfter: now }),
    ...(query.when === "past" && { endedBy: now }),
  };
  const page = rowsOfPage(query);
  const rows = await listEvents(db, filter, { ...page, now });
  const total = query.fetchTotalCount ? await countEvents(db, filter) : rows.length;
  return { payload: pagedReply(rows.map(presentEvent), total, page) };
});
