import { changeOf, draftOf } from "../../events/change.ts";
import { bannerAfter, changeEvent, createEvent } from "../../events/saveEvent.ts";
import { actorOf, clubForNew, ownEvent } from "../../http/own.ts";
import { route } from "../../http/route.ts";
import { withImage } from "../../media/replaceImage.ts";

export const saveEvent = route(
  "event/save",
  async ({ body, files, viewer, idempotency }, { db, dataDir }) => {
    const own = body.id ? await ownEvent(db, viewer, body.id) : null;
    const clubId = own?.club_id ?? (await clubForNew(db, viewer, body.clubId));
    const doing = { actor: actorOf(viewer), idempotency };
    const picture = { dataDir, kind: "event-banner", upload: files[0]?.body } as const;
    const payload = await withImage(picture, async (banner) => {
      if (own === null) {
        const draft = { ...draftOf(body, clubId), banner: banner ?? null };
        const made = await createEvent(db, { ...doing, draft, slug: body.slug });
        return { result: made, now: made.banner, before: null };
      }
      let before: string | null = null;
      const changed = await changeEvent(db, own.id, doing, (row) => {
        before = row.banner;
        const slug = body.slug ? { slug: body.slug } : {};
        return {
          ...changeOf(body, row),
          ...slug,
          banner: bannerAfter(row, { banner, rmImage: body.rmImage }),
        };
      });
      return { result: changed, now: changed.banner, before };
    });
    return { payload };
  },
);
