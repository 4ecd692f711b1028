import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { setStatus } from "../../people/status.ts";
import { presentRegistration } from "../../registrations/present.ts";
import { registrationById } from "../../registrations/rows.ts";

export const updateStatus = route(
  "registration/updateStatus",
  async ({ body, viewer }, { db, provider, clock }) => {
    await ownRow(db, viewer, await registrationById(db, body.id), "registration");
    const row = await setStatus(db, provider, body, { actor: actorOf(viewer), now: clock() });
    return {
      payload: presentRegistration(row),
      msg: `The registration ${row.state === "expired" ? "has" : "is"} ${row.state}.`,
    };
  },
);
