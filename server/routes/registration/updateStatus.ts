import { notFound } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { setStatus } from "../../people/status.ts";
import { presentRegistration } from "../../registrations/present.ts";
import { registrationById } from "../../registrations/rows.ts";

export const updateStatus = route(
  "registration/updateStatus",
  async ({ body, viewer }, { db, provider, clock }) => {
    const found = await registrationById(db, body.id);
    const event = found && (await eventById(db, found.event_id));
    if (event === undefined || !isStaffOf(viewer, event.club_id)) throw notFound("registration");
    const row = await setStatus(db, provider, body, { actor: `user:${viewer!.id}`, now: clock() });
    const msg = row.state === "active" ? "The registration is active." : "The registration is cancelled.";
    return { payload: presentRegistration(row), msg };
  },
);
