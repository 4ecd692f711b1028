import { removeAdminsOf } from "../../accounts/saveAdmin.ts";
import { removeClub as remove } from "../../clubs/remove.ts";
import { inTransaction } from "../../db/pool.ts";
import { DomainError } from "../../domainError.ts";
import { deleteEvent, lockForRemoval } from "../../events/dependents.ts";
import { lockEventsOfClub } from "../../events/ofClub.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { queueImageRemoval } from "../../media/keepImage.ts";
import { hasPaidOrStartedOrder } from "../../orders/ofClub.ts";

export const removeClub = route("club/removeClub", async ({ query, viewer }, { db, sessions, clock }) => {
  const context = { actor: actorOf(viewer), now: clock() };
  const { clubId } = query;
  await inTransaction(db, async (tx) => {
    const eventIds = await lockEventsOfClub(tx, clubId);
    if (await hasPaidOrStartedOrder(tx, eventIds)) {
      const message =
        "This club has paid orders, or a payment is under way. Refund them before you remove it.";
      throw new DomainError("inUse", message);
    }
    for (const id of eventIds) {
      await lockForRemoval(tx, id);
      await queueImageRemoval(tx, "event-banner", { name: await deleteEvent(tx, id), now: context.now });
    }
    await removeAdminsOf(tx, clubId, context);
    await remove(tx, clubId, { ...context, detail: { events: eventIds } });
  });
  sessions.forget();
  return { payload: { id: clubId } };
});
