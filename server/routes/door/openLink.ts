import { notFound } from "../../domainError.ts";
import { doorOf } from "../../door/doorOf.ts";
import { openLink as open } from "../../door/linkOpen.ts";
import { eventById } from "../../events/rows.ts";
import { hashSourceOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const openLink = route("door/openLink", async ({ body, client }, { db, clock, hashQueue }) => {
  const { token, link } = await hashQueue.run(hashSourceOf({ client, viewer: null }), () =>
    open(db, body, { now: clock() }),
  );
  const event = await eventById(db, link.event_id);
  if (event === undefined) throw notFound("event");
  const { gate, rights, expires_at: expiresAt } = link;
  return { payload: await doorOf(db, event, { gate, rights, expiresAt }), token };
});
