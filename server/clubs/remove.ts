/** Removes a club with all that is its own. What hangs on its events is others' to judge before. */
import { record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { deleteClub } from "./rows.ts";

/** Removes it. `detail` is what the history says beside the club's name. */
export async function removeClub(
  tx: Tx,
  clubId: number,
  { actor, detail }: { actor: string; detail: Record<string, unknown> },
): Promise<void> {
  const club = await deleteClub(tx, clubId);
  if (club === undefined) throw notFound("club");
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
