import { endSessionsOfClub } from "../../accounts/sessionRows.ts";
import { deleteClub } from "../../clubs/rows.ts";
import { inTransaction } from "../../db/pool.ts";
import { DomainError, notFound } from "../../domainError.ts";
import { lockEventsOfClub } from "../../events/ofClub.ts";
import { route } from "../../http/route.ts";
import { hasMoney } from "../../orders/ofClub.ts";

export const removeClub = route("club/removeClub", async ({ query }, { db, sessions, clock }) => {
  const { clubId } = query;
  await inTransaction(db, async (tx) => {
    const eventIds = await lockEventsOfClub(tx, clubId);
    if (await hasMoney(tx, eventIds)) {
      const message =
        "This club has paid orders, or a payment is under way. Refund them before you remove it.";
      throw new DomainError("inUse", message);
    }
    await endSessionsOfClub(tx, clubId, clock());
    if (!(await deleteClub(tx, clubId))) throw notFound("club");
  });
  sessions.forget();
  return { payload: { id: clubId } };
});
