import { changesOf } from "../../audit/changes.ts";
import { entryOfClub, record } from "../../audit/rows.ts";
import { factorRule, setFactorRule } from "../../clubs/rows.ts";
import { inTransaction } from "../../db/pool.ts";
import { notFound } from "../../domainError.ts";
import type { SessionParts } from "../sessions.ts";

/** Sets whether a club requires a second factor of its admins. @throws notFound */
export async function changeFactorRule(
  { db, sessions }: Omit<SessionParts, "clock">,
  { clubId, isRequired }: { clubId: number; isRequired: boolean },
  actor: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await factorRule(tx, clubId);
    if (before === undefined) throw notFound("club");
    const rule = { requiresSecondFactor: before.requires_second_factor };
    const detail = changesOf(rule, { requiresSecondFactor: isRequired });
    if (detail === null) return;
    await setFactorRule(tx, clubId, isRequired);
    await record(tx, entryOfClub(clubId, { actor, action: "changed", detail }));
  });
  sessions.forget();
}
