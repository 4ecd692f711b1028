import { removeAdminsOf } from "../../accounts/saveAdmin.ts";
import { removeClub as remove } from "../../clubs/remove.ts";
import { inTransaction } from "../../db/pool.ts";
import { removeEventsOfClub } from "../../events/removeEvent.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const removeClub = route("club/removeClub", async ({ query, viewer }, { db, sessions, clock }) => {
  const context = { actor: actorOf(viewer), now: clock() };
  const { clubId } = query;
  await inTransaction(db, async (tx) => {
    const events = await removeEventsOfClub(tx, clubId, context.now);
    await removeAdminsOf(tx, clubId, context);
    await remove(tx, clubId, { ...context, detail: { events } });
  });
  sessions.forget();
  return { payload: { id: clubId } };
});
