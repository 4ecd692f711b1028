import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { progressOf } from "../../people/importRows.ts";

export const getImportProgress = route(
  "registration/getImportProgress",
  async ({ query, viewer }, { db }) => {
    const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "event");
    return { payload: (await progressOf(db, event.id, query.key)) ?? null };
  },
);
