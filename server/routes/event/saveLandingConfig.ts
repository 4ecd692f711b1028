import { changedLanding } from "../../events/change.ts";
import { bannerAfter, changeEvent } from "../../events/saveEvent.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { storeUpload } from "../../media/keepImage.ts";

export const saveLandingConfig = route(
  "event/saveLandingConfig",
  async ({ body, files, viewer, idempotency }, services) => {
    const { db, clock } = services;
    const { id } = await ownEvent(db, viewer, body.id);
    const context = { actor: actorOf(viewer), idempotency, now: clock() };
    const banner = await storeUpload(services, "event-banner", { upload: files[0]?.body, idempotency });
    const payload = await changeEvent(db, id, context, (row) => ({
      ...changedLanding(body, row),
      banner: bannerAfter(row, { banner, rmImage: body.rmImage }),
    }));
    return { payload, msg: "The page is saved." };
  },
);
