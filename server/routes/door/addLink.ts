import { createLink, presentLink } from "../../door/links.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { hashSourceOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";
import { pageUrls } from "../../pageUrls.ts";

export const addLink = route("door/addLink", async ({ body, viewer, client, idempotency }, services) => {
  const { db, clock, hashQueue, publicUrl } = services;
  const event = await ownEvent(db, viewer, body.eventId);
  const now = clock();
  const { gate, rights, mostDevices } = body;
  const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
  const settings = { eventId: event.id, gate, rights, mostDevices, expiresAt };
  const context = { actor: actorOf(viewer), userId: viewer?.id ?? null, now, idempotency };
  const { link, secret, pin } = await hashQueue.run(hashSourceOf({ client, viewer }), () =>
    createLink(services, settings, context),
  );
  return { payload: { link: presentLink(link, [], now), url: pageUrls.helperDoor(publicUrl, secret), pin } };
});
