import { devicesOfLink } from "../../door/deviceRows.ts";
import { presentLink, revokeLink as revoke } from "../../door/links.ts";
import { actorOf } from "../../http/access/own.ts";
import { ownLink } from "../../http/access/ownLink.ts";
import { route } from "../../http/route.ts";

export const revokeLink = route("door/revokeLink", async ({ body, viewer }, { db, clock, passes }) => {
  const { id } = await ownLink(db, viewer, body.linkId);
  const now = clock();
  await revoke(db, id, { actor: actorOf(viewer), now });
  passes.forget();
  const link = await ownLink(db, viewer, id);
  return { payload: presentLink(link, await devicesOfLink(db, id), now) };
});
