import { route } from "../../http/route.ts";
import { judgeOwnChange, readOwnRegistration } from "../../selfService/ownChanges.ts";

export const getOwnChanges = route("registration/getOwnChanges", async ({ query }, { db, clock }) => {
  const own = await readOwnRegistration(db, query);
  return { payload: judgeOwnChange(own, clock(), query.attendeeIds).changes };
});
