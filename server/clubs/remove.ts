import { entryOfClub, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { queueImageRemoval } from "../media/keepImage.ts";
import { deleteClub } from "./rows.ts";

/** Removes a club. The caller has removed its events and admins. `detail` is stored in the history. */
export async function removeClub(
  tx: Tx,
  clubId: number,
  { actor, now, detail }: { actor: string; now: Date; detail: { events: readonly number[] } },
): Promise<void> {
  const club = await deleteClub(tx, clubId);
  if (club === undefined) throw notFound("club");
  await queueImageRemoval(tx, "club-logo", { name: club.logo, now });
  await record(tx, entryOfClub(clubId, { actor, action: "removed", detail: { name: club.name, ...detail } }));
}
