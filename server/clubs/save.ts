import type { BodyOf } from "../../contract/all.ts";
import { changesOf } from "../audit/changes.ts";
import { entryOfClub, record } from "../audit/rows.ts";
import { type Idempotency, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { queueImageRemoval } from "../media/keepImage.ts";
import { type ClubChange, type ClubRow, clubById, insertClub, lockClub, updateClub } from "./rows.ts";

/** `logo` names a new stored picture. `rmImage` removes the old one: it is "true" or the old one's name. */
export type ClubInput = Omit<BodyOf<"club/save">, "id"> & { logo?: string | undefined };

interface SaveContext {
  actor: string;
  now: Date;
}

/** Writes a club once per idempotency key; without `clubId` it is new. Fields that are not sent keep their value. */
export async function saveClub(
  db: Db,
  clubId: number | null,
  input: ClubInput,
  { idempotency, ...context }: SaveContext & { idempotency: Idempotency | null },
): Promise<ClubRow> {
  const { id } = await onceInTransaction(db, idempotency, async (tx) => ({
    id: clubId === null ? await makeClub(tx, input, context) : await changeClub(tx, clubId, input, context),
  }));
  const club = await clubById(db, id);
  if (club === undefined) throw notFound("club");
  return club;
}

async function makeClub(tx: Tx, input: ClubInput, { actor }: SaveContext): Promise<number> {
  const { name } = input;
  const { id } = await insertClub(tx, { ...changeOf(input, null), name });
  await record(tx, entryOfClub(id, { actor, action: "created", detail: { name } }));
  return id;
}

async function changeClub(
  tx: Tx,
  clubId: number,
  input: ClubInput,
  { actor, now }: SaveContext,
): Promise<number> {
  const before = await lockClub(tx, clubId);
  if (before === undefined) throw notFound("club");
  const change = changeOf(input, before.logo);
  const detail = changesOf({ ...before }, { ...change });
  if (detail === null) return clubId;
  await updateClub(tx, clubId, change);
  if (change.logo !== undefined) await queueImageRemoval(tx, "club-logo", { name: before.logo, now });
  await record(tx, entryOfClub(clubId, { actor, action: "changed", detail }));
  return clubId;
}

function changeOf(input: ClubInput, before: string | null): ClubChange {
  const { name, location, contactEmail, phone, showContact, logo, rmImage } = input;
  const isRemoved = rmImage === "true" || (before !== null && rmImage === before);
  return {
    name,
    location,
    contact_email: contactEmail,
    phone,
    show_contact: showContact,
    imprint_url: input.imprintUrl,
    privacy_url: input.privacyUrl,
    terms_url: input.termsUrl,
    refund_policy_url: input.refundPolicyUrl,
    legal_name: input.seller?.legalName,
    legal_address: input.seller?.address,
    country: input.seller?.country,
    tax_number: input.seller?.taxNumber,
    register: input.seller?.register,
    logo: logo ?? (isRemoved ? null : undefined),
  };
}
