import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { sendTickets as send } from "../../people/sendTickets.ts";

export const sendTickets = route("registration/sendTickets", async ({ body, viewer }, { db, clock }) => {
  const { eventId, searchKeyword, ...filters } = body;
  const event = await ownEvent(db, viewer, eventId);
  const queued = await send(db, { eventId: event.id, searchKeyword, filters }, clock());
  return {
    payload: { queued },
    msg: queued === 1 ? "1 ticket mail is on its way." : `${queued} ticket mails are on their way.`,
  };
});
