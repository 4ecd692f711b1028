import { releaseSponsorship } from "../../checkout/releaseSponsorship.ts";
import { route } from "../../http/route.ts";

export const release = route("sponsorship/release", async ({ body }, { db, provider, clock }) => {
  return { payload: await releaseSponsorship(db, provider, body, clock()) };
});
