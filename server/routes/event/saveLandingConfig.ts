import { landingChange } from "../../events/change.ts";
import { bannerAfter, changeEvent } from "../../events/saveEvent.ts";
import { actorOf, ownEvent } from "../../http/own.ts";
import { route } from "../../http/route.ts";
import { withImage } from "../../media/replaceImage.ts";

export const saveLandingConfig = route(
  "event/saveLandingConfig",
  async ({ body, files, viewer, idempotency }, { db, dataDir }) => {
    const { id } = await ownEvent(db, viewer, body.id);
    const doing = { actor: actorOf(viewer), idempotency };
    const picture = { dataDir, kind: "event-banner", upload: files[0]?.body } as const;
    const payload = await withImage(picture, async (banner) => {
      let before: string | null = null;
      const changed = await changeEvent(db, id, doing, (row) => {
        before = row.banner;
        return { ...landingChange(body, row), banner: bannerAfter(row, { banner, rmImage: body.rmImage }) };
      });
      return { result: changed, now: changed.banner, before };
    });
    return { payload };
  },
);
