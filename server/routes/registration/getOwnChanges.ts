import { route } from "../../http/route.ts";
import { decideOwnChange, readOwnRegistration } from "../../selfService/ownChanges.ts";

export const getOwnChanges = route("registration/getOwnChanges", async ({ query }, { db, clock }) => {
  const own = await readOwnRegistration(db, query);
  return { payload: decideOwnChange(own, clock(), query.attendeeIds).changes };
});
