import { presentClub } from "../../clubs/present.ts";
import { clubById } from "../../clubs/rows.ts";
import { notFound } from "../../domainError.ts";
import { route } from "../../http/route.ts";

export const getClub = route("club/getClub", async ({ query }, { db }) => {
  const club = await clubById(db, query.clubId);
  if (club === undefined) throw notFound("club");
  return { payload: presentClub(club) };
});
