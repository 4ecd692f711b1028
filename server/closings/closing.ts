/** A signature is not changed: signing again adds a version. Lock order: event. */
import { createHash } from "node:crypto";
import type { BodyOf } from "../../contract/all.ts";
import { closingChanges } from "../../contract/rules/closing/closingSums.ts";
import type { ClosingCount, ClosingFigures, EventClosing } from "../../contract/shapes/money/closing.ts";
import { entryOfEvent, record, userActor } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { openItemsOf, readClosingFigures } from "./figures.ts";
import { closingsOf, insertClosing, latestVersion, lockClosing } from "./rows.ts";

/** An event's current figures, and its signatures. */
export async function closingOf(db: Db, eventId: number): Promise<EventClosing> {
  const closings = await closingsOf(db, eventId);
  const figures = await readClosingFigures(db, eventId);
  const [latest] = closings;
  return {
    figures,
    open: await openItemsOf(db, eventId),
    seen: hashOfFigures(figures, latest?.version ?? 0),
    closings,
    changes: latest === undefined ? [] : closingChanges(latest.figures, figures),
  };
}

export type LockClosing = typeof lockClosing;

/**
 * Signs the current figures.
 * @throws `amountMismatch` if figures other than `people`, or signatures, differ from `seen`.
 * @throws invalidInput for a till that is unknown or repeated.
 */
export async function signClosing(
  db: Db,
  { eventId, seen, signedName, note, counts }: BodyOf<"event/signClosing">,
  { signer, idempotency, now }: CallContext & { signer: { id: number; name: string } },
  lock: LockClosing = lockClosing,
): Promise<void> {
  await onceInTransaction(db, idempotency, async (tx) => {
    await lock(tx, eventId);
    const version = (await latestVersion(tx, eventId)) + 1;
    const figures = await readClosingFigures(tx, eventId);
    if (seen !== undefined && seen !== hashOfFigures(figures, version - 1))
      throw new DomainError(
        "amountMismatch",
        "The figures have changed, or somebody else has signed, since you opened this page. Check them again.",
      );
    requireTills(figures, counts);
    await insertClosing(tx, {
      eventId,
      version,
      signedBy: signer,
      signedName,
      note,
      figures,
      open: await openItemsOf(tx, eventId),
      counts,
      now,
    });
    const actor = userActor(signer.id);
    const detail = { from: version === 1 ? null : `version ${version - 1}`, to: `version ${version}` };
    await record(tx, entryOfEvent(eventId, { actor, action: "closed", detail }));
    return {};
  });
}

function requireTills({ tills }: ClosingFigures, counts: readonly ClosingCount[]): void {
  const known = new Set(tills.map(({ till }) => till));
  for (const [index, { till }] of counts.entries()) {
    if (!known.has(till))
      throw invalidInput({ path: `counts.${index}.till`, message: "is not a till of this event" });
    known.delete(till);
  }
}

/** Leaves out the people, who come and go while staff count the money. */
function hashOfFigures({ people: _people, ...money }: ClosingFigures, version: number): string {
  return createHash("sha256")
    .update(JSON.stringify([version, money]))
    .digest("base64url");
}
