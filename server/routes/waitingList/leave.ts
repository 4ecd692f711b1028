import { leaveList } from "../../checkout/leaveList.ts";
import { route } from "../../http/route.ts";
import { presentEntry } from "../../waiting/present.ts";
import { provenEntry } from "../../waiting/proof.ts";

export const leaveOwnList = route("waitingList/leave", async ({ body }, { db, provider, clock }) => {
  const { id } = await provenEntry(db, body);
  return { payload: presentEntry(await leaveList(db, provider, id, { actor: "visitor", now: clock() })) };
});
