import { notFound } from "../../domainError.ts";
import { route } from "../../http/route.ts";
import { isSameSecret } from "../../registrations/proof.ts";
import { putLogo } from "../../sponsorships/logo.ts";
import { sponsorLogoUrl, sponsorshipById } from "../../sponsorships/sponsorshipRows.ts";

export const setLogo = route("sponsorship/setLogo", async ({ body, files }, services) => {
  const row = await sponsorshipById(services.db, body.sponsorshipId);
  if (row === undefined || !isSameSecret(body.accessKey, row.access_key)) throw notFound("sponsorship");
  // Without a file the logo is removed.
  return { payload: { logoUrl: sponsorLogoUrl(await putLogo(services, row, files[0]?.body)) } };
});
