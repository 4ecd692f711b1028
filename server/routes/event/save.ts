import { changeOf, draftOf } from "../../events/change.ts";
import { bannerAfter, changeEvent, createEvent } from "../../events/saveEvent.ts";
import { actorOf, clubForNew, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { keepUpload } from "../../media/keepImage.ts";
import { requirePayablePricesIn } from "../../promoCodes/pricesLeft.ts";

export const saveEvent = route("event/save", async ({ body, files, viewer, idempotency }, services) => {
  const { db, clock } = services;
  const own = body.id ? await ownEvent(db, viewer, body.id) : null;
  const clubId = own?.club_id ?? (await clubForNew(db, viewer, body.clubId));
  const doing = { actor: actorOf(viewer), idempotency, now: clock(), mayBeIn: requirePayablePricesIn };
  const banner = await keepUpload(services, "event-banner", { upload: files[0]?.body, idempotency });
  if (own === null) {
    const draft = { ...draftOf(body, clubId), banner: banner ?? null };
    return { payload: await createEvent(db, { ...doing, draft, slug: body.slug }) };
  }
  const payload = await changeEvent(db, own.id, doing, (row) => ({
    ...changeOf(body, row),
    ...(body.slug ? { slug: body.slug } : {}),
    banner: bannerAfter(row, { banner, rmImage: body.rmImage }),
  }));
  return { payload };
});
