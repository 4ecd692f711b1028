import { presentListing } from "../../clubs/present.ts";
import { clubById } from "../../clubs/rows.ts";
import { notFound } from "../../domainError.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getListing = route("club/getListing", async ({ query: { clubId }, viewer }, { db }) => {
  const club = isStaffOf(viewer, clubId) ? await clubById(db, clubId) : undefined;
  if (club === undefined) throw notFound("club");
  return { payload: presentListing(club) };
});
