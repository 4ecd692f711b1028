import { SUDO } from "../../../contract/rules/roles.ts";
import { presentClub } from "../../clubs/present.ts";
import { saveClub as write } from "../../clubs/save.ts";
import { replyGivenBefore } from "../../db/idempotency.ts";
import { DomainError, notFound } from "../../domainError.ts";
import { actorOf } from "../../http/own.ts";
import { route } from "../../http/route.ts";
import { isStaffOf } from "../../http/staff.ts";
import { storeImage } from "../../media/storeImage.ts";

export const saveClub = route("club/save", async ({ body, files, viewer, idempotency }, { db, dataDir }) => {
  const clubId = body.id ?? null;
  if (clubId === null && viewer?.role !== SUDO)
    throw new DomainError("wrongRole", "Only the super user adds clubs.");
  if (clubId !== null && !isStaffOf(viewer, clubId)) throw notFound("club");
  const doing = { actor: actorOf(viewer), idempotency };
  const [file] = files;
  // A repeated request must not leave a second picture behind.
  const isRepeated = file !== undefined && (await replyGivenBefore(db, idempotency)) !== undefined;
  const logo = file && !isRepeated ? await storeImage(dataDir, "club-logo", file.body) : undefined;
  return { payload: presentClub(await write(db, clubId, { ...body, logo }, doing)) };
});
