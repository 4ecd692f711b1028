import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { readProgress } from "../../people/import/importRows.ts";

export const getImportProgress = route(
  "registration/getImportProgress",
  async ({ query, viewer }, { db }) => {
    const event = await ownEvent(db, viewer, query.eventId);
    return { payload: (await readProgress(db, event.id, query.key)) ?? null };
  },
);
