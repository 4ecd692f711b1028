/** Invariant: sponsors who asked not to be named are not shown. Lock order: sponsorship. */
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { invalidInput, notFound } from "../domainError.ts";
import { lockSponsorship, type SponsorshipRow, updateSponsorship } from "./sponsorshipRows.ts";

/**
 * Shows or hides a sponsor. A repeat changes nothing.
 * @throws notFound, invalidInput
 */
export async function showSponsor(
  tx: Tx,
  sponsorshipId: number,
  isShown: boolean,
  actor: string,
): Promise<SponsorshipRow> {
  const row = await lockSponsorship(tx, sponsorshipId);
  if (row === undefined) throw notFound("sponsorship");
  if (isShown && !row.is_public)
    throw invalidInput({ path: "isPublic", message: "cannot be set: this sponsor asked not to be shown" });
  if (row.is_hidden === !isShown) return row;
  const changed = await updateSponsorship(tx, row.id, { is_hidden: !isShown });
  await record(tx, entryOf("sponsorship", row, { actor, action: isShown ? "shown" : "hidden" }));
  return changed;
}
