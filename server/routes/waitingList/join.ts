import { once } from "../../db/idempotency.ts";
import { inTransaction } from "../../db/pool.ts";
import { route } from "../../http/route.ts";
import { joinWaitingList } from "../../waiting/join.ts";

export const joinList = route("waitingList/join", async ({ body, idempotency }, { db, clock }) => {
  const payload = await inTransaction(db, (tx) =>
    once(tx, idempotency, async () => {
      await joinWaitingList(tx, body, clock());
      return { sent: true as const };
    }),
  );
  return { payload };
});
