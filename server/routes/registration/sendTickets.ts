import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { sendTickets as queueTicketMails } from "../../people/sendTickets.ts";

export const sendTickets = route("registration/sendTickets", async ({ body, viewer }, { db, clock }) => {
  const { eventId, searchKeyword, neverMailedOnly, dryRun, ...filters } = body;
  const event = await ownEvent(db, viewer, eventId);
  const request = { eventId: event.id, searchKeyword, filters, neverMailedOnly, dryRun };
  const payload = await queueTicketMails(db, request, clock());
  if (dryRun) return { payload, msg: "No mail was sent. This request only counted the recipients." };
  const { queued } = payload;
  return {
    payload,
    msg: queued === 1 ? "1 ticket mail is on its way." : `${queued} ticket mails are on their way.`,
  };
});
