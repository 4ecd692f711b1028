import { onceInTransaction } from "../../db/idempotency.ts";
import { route } from "../../http/route.ts";
import { joinWaitingList } from "../../waiting/join.ts";

export const joinList = route("waitingList/join", async ({ body, idempotency }, { db, clock }) => {
  const payload = await onceInTransaction(db, idempotency, async (tx) => {
    await joinWaitingList(tx, body, clock());
    return { sent: true as const };
  });
  return { payload };
});
