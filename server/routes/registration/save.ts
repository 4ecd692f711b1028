import { savePeople } from "../../checkout/savePeople.ts";
import { route } from "../../http/route.ts";

export const save = route("registration/save", async ({ body }, { db, clock }) => {
  return { payload: await savePeople(db, body, clock()) };
});
