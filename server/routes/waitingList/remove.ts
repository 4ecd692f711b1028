import { leaveList } from "../../checkout/leaveList.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentEntry } from "../../waiting/present.ts";
import { entryById } from "../../waiting/rows.ts";

export const removeFromList = route(
  "waitingList/remove",
  async ({ body, viewer }, { db, provider, clock }) => {
    const { row } = await ownRow(db, viewer, await entryById(db, body.entryId), "place on the waiting list");
    const now = clock();
    return {
      payload: presentEntry(await leaveList(db, provider, row.id, { actor: actorOf(viewer), now })),
      msg: `${row.name} is removed from the list.`,
    };
  },
);
