import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { listImports } from "../../people/import/listImports.ts";

export const getImports = route("import/getByEventId", async ({ query: { eventId }, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, eventId);
  return { payload: await listImports(db, event.id) };
});
