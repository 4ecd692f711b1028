import { devicesOfLink } from "../../door/deviceRows.ts";
import { presentLink, renewLink } from "../../door/links.ts";
import { actorOf } from "../../http/access/own.ts";
import { hashSourceOf } from "../../http/access/ownAccount.ts";
import { ownLink } from "../../http/access/ownLink.ts";
import { route } from "../../http/route.ts";
import { pageUrls } from "../../pageUrls.ts";

export const newPin = route("door/newPin", async ({ body, viewer, client }, services) => {
  const { db, clock, hashQueue, publicUrl } = services;
  const { id } = await ownLink(db, viewer, body.linkId);
  const context = { actor: actorOf(viewer), now: clock() };
  const { link, secret, pin } = await hashQueue.run(hashSourceOf({ client, viewer }), () =>
    renewLink(db, id, context),
  );
  return {
    payload: {
      link: presentLink(link, await devicesOfLink(db, id), context.now),
      url: pageUrls.helperDoor(publicUrl, secret),
      pin,
    },
  };
});
