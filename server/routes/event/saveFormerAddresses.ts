import { saveFormerAddresses as save } from "../../events/saveFormerAddresses.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const saveFormerAddresses = route("event/saveFormerAddresses", async ({ body, viewer }, { db }) => {
  const { id } = await ownEvent(db, viewer, body.eventId);
  const addresses = await save(db, id, { texts: body.addresses, actor: actorOf(viewer) });
  return { payload: { addresses }, msg: "The addresses are saved." };
});
