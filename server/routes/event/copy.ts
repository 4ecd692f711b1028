import { draftOfCopy } from "../../events/copyOf.ts";
import { createEvent } from "../../events/saveEvent.ts";
import { copyExtras } from "../../extras/rows.ts";
import { copyQuestions } from "../../forms/rows.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { storeCopy } from "../../media/keepImage.ts";
import { copyPromoCodes } from "../../promoCodes/rows.ts";
import { copyPackages } from "../../sponsorships/rows.ts";
import { copyTickets } from "../../tickets/rows.ts";

export const copyEvent = route("event/copy", async ({ body, viewer, idempotency }, services) => {
  const { db, clock } = services;
  const event = await ownEvent(db, viewer, body.eventId);
  const { draft, shift } = draftOfCopy(event, body);
  const banner = await storeCopy(services, "event-banner", event.banner);
  const payload = await createEvent(db, {
    actor: actorOf(viewer),
    idempotency,
    now: clock(),
    draft: { ...draft, banner },
    slug: null,
    andThen: async (tx, eventId) => {
      const tickets = await copyTickets(tx, { from: event.id, to: eventId, shift });
      await copyPromoCodes(tx, { from: event.id, to: eventId, shift, tickets });
      await copyExtras(tx, event.id, eventId);
      await copyQuestions(tx, { from: event.id, to: eventId, tickets });
      await copyPackages(tx, { from: event.id, to: eventId, tickets });
      return {};
    },
  });
  return { payload, msg: "Copied. It is a draft until you publish it." };
});
