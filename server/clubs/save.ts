/** Makes a club or changes one. What is not given keeps its value. */
import { type Idempotency, once } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { type ClubChange, type ClubRow, clubById, insertClub, updateClub } from "./rows.ts";

/** What may be said of a club. `logo` is a picture that was stored; `rmImage` is "true" or the old picture's name. */
export interface ClubInput {
  name: string;
  location?: string | undefined;
  contactEmail?: string | null | undefined;
  phone?: string | null | undefined;
  logo?: string | undefined;
  rmImage?: string | null | undefined;
}

/** Writes a club, once for the request's key. `clubId` is null for a new one. */
export async function saveClub(
  db: Db,
  clubId: number | null,
  given: ClubInput,
  idempotency: Idempotency | null,
): Promise<ClubRow> {
  const { id } = await inTransaction(db, (tx) =>
    once(tx, idempotency, async () => {
      if (clubId === null)
        return { id: (await insertClub(tx, { ...changeOf(given, null), name: given.name })).id };
      const before = await clubById(tx, clubId);
      const after = before && (await updateClub(tx, clubId, changeOf(given, before.logo)));
      if (after === undefined) throw notFound("club");
      return { id: after.id };
    }),
  );
  const club = await clubById(db, id);
  if (club === undefined) throw notFound("club");
  return club;
}

function changeOf(
  { name, location, contactEmail, phone, logo, rmImage }: ClubInput,
  before: string | null,
): ClubChange {
  const isRemoved = rmImage === "true" || (before !== null && rmImage === before);
  return {
    name,
    location,
    contact_email: contactEmail,
    phone,
    logo: logo ?? (isRemoved ? null : undefined),
  };
}
