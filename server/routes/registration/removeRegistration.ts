import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { removeRegistration as remove } from "../../people/remove.ts";

export const removeRegistration = route(
  "registration/removeRegistration",
  async ({ query, viewer }, { db, provider, clock }) => {
    const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "registration");
    const { registrationId, force = false } = query;
    const removal = { actor: `user:${viewer!.id}`, force, now: clock() };
    await remove(db, provider, { registrationId, eventId: event.id }, removal);
    return { payload: { registrationId }, msg: "The registration is deleted." };
  },
);
