import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { sponsorshipTotals } from "../../sponsorships/sponsorshipRows.ts";

export const getTotals = route("sponsorship/getTotals", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: await sponsorshipTotals(db, event.id) };
});
