import { SUDO } from "../../../contract/rules/roles.ts";
import { presentClub } from "../../clubs/present.ts";
import { saveClub as saveDetails } from "../../clubs/save.ts";
import { DomainError, notFound } from "../../domainError.ts";
import { actorOf, isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { storeUpload } from "../../media/keepImage.ts";

export const saveClub = route("club/save", async ({ body, files, viewer, idempotency }, services) => {
  const clubId = body.id ?? null;
  if (clubId === null && viewer?.role !== SUDO)
    throw new DomainError("wrongRole", "Only the super user adds clubs.");
  if (clubId !== null && !isStaffOf(viewer, clubId)) throw notFound("club");
  const context = { actor: actorOf(viewer), idempotency, now: services.clock() };
  const logo = await storeUpload(services, "club-logo", { upload: files[0]?.body, idempotency });
  return { payload: presentClub(await saveDetails(services.db, clubId, { ...body, logo }, context)) };
});
