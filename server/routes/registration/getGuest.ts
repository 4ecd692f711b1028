import { route } from "../../http/route.ts";
import { guestTicket } from "../../selfService/guest.ts";

export const getGuest = route("registration/getGuest", async ({ query }, { db, clock }) => {
  return { payload: await guestTicket(db, query, clock()) };
});
