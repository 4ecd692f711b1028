/** Removes a club with all that is its own. Its events are judged and removed by others before. */
import { record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { letGo } from "../media/keepImage.ts";
import { deleteClub } from "./rows.ts";

/** Removes it. `detail` is what the history says beside the club's name. */
export async function removeClub(
  tx: Tx,
  clubId: number,
  { actor, now, detail }: { actor: string; now: Date; detail: { events: readonly number[] } },
): Promise<void> {
  const club = await deleteClub(tx, clubId);
  if (club === undefined) throw notFound("club");
  await letGo(tx, "club-logo", { name: club.logo, now });
  await record(tx, [
    {
      actor,
      eventId: null,
      entity: "club",
      entityId: clubId,
      action: "removed",
      detail: { name: club.name, ...detail },
    },
  ]);
}
