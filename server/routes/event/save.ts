import type { Tx } from "../../db/pool.ts";
import { moveLinkEnds } from "../../door/linkRows.ts";
import { changeOf, draftOf } from "../../events/change.ts";
import { bannerAfter, changeEvent, createEvent } from "../../events/saveEvent.ts";
import { actorOf, clubForNew, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { storeUpload } from "../../media/keepImage.ts";
import { requirePayablePricesIn } from "../../promoCodes/payablePrices.ts";
import { moveKeptUntil } from "../../registrations/rows.ts";

export const saveEvent = route("event/save", async ({ body, files, viewer, idempotency }, services) => {
  const { db, clock } = services;
  const existing = body.id ? await ownEvent(db, viewer, body.id) : null;
  const clubId = existing?.club_id ?? (await clubForNew(db, viewer, body.clubId));
  const context = {
    actor: actorOf(viewer),
    idempotency,
    now: clock(),
    requirePayableIn: requirePayablePricesIn,
    moveDependentTimes: async (tx: Tx, eventId: number, from: Date, to: Date) => {
      await moveKeptUntil(tx, eventId, from, to);
      await moveLinkEnds(tx, eventId);
    },
  };
  const banner = await storeUpload(services, "event-banner", { upload: files[0]?.body, idempotency });
  if (existing === null) {
    const draft = { ...draftOf(body, clubId), banner: banner ?? null };
    return { payload: await createEvent(db, { ...context, draft, slug: body.slug }) };
  }
  const payload = await changeEvent(db, existing.id, context, (row) => ({
    ...changeOf(body, row),
    ...(body.slug === undefined ? {} : { slug: body.slug }),
    banner: bannerAfter(row, { banner, rmImage: body.rmImage }),
  }));
  return { payload };
});
