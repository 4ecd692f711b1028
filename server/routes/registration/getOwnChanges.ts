import { route } from "../../http/route.ts";
import { judgeOwn, readOwn } from "../../selfService/ownChanges.ts";

export const getOwnChanges = route("registration/getOwnChanges", async ({ query }, { db, clock }) => {
  const own = await readOwn(db, query);
  return { payload: judgeOwn(own, clock(), query.attendeeIds).changes };
});
