import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { removeRegistration as remove } from "../../people/remove.ts";

export const removeRegistration = route(
  "registration/removeRegistration",
  async ({ query, viewer }, { db, provider, clock }) => {
    const event = await ownEvent(db, viewer, query.eventId, "registration");
    const { registrationId, force = false } = query;
    const removal = { actor: actorOf(viewer), force, now: clock() };
    await remove(db, provider, { registrationId, eventId: event.id }, removal);
    return { payload: { registrationId }, msg: "The registration is deleted." };
  },
);
