/** The database refuses updates of signatures, and deletes them only with their event. */
import { sql } from "kysely";
import type {
  Closing,
  ClosingCount,
  ClosingFigures,
  UnsettledItems,
} from "../../contract/shapes/money/closing.ts";
import type { Db, Tx } from "../db/pool.ts";

/** An event's signatures, the latest first. */
export async function closingsOf(db: Db, eventId: number): Promise<Closing[]> {
  const rows = await db
    .selectFrom("event_closings")
    .selectAll()
    .where("event_id", "=", eventId)
    .orderBy("version", "desc")
    .execute();
  return rows.map((row) => ({
    version: row.version,
    signedAt: row.signed_at.toISOString(),
    accountName: row.account_name,
    signedName: row.signed_name,
    note: row.note,
    figures: row.figures.figures,
    // Older signatures count offers as holds.
    open: { offers: 0, ...row.figures.open },
    counts: row.counts,
  }));
}

/** An event's latest version; 0 if nobody has signed. */
export async function latestVersion(db: Db, eventId: number): Promise<number> {
  const { latest } = await db
    .selectFrom("event_closings")
    .select(({ fn }) => fn.max("version").as("latest"))
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return latest ?? 0;
}

/** Makes signatures of an event wait for each other. */
export async function lockClosing(tx: Tx, eventId: number): Promise<void> {
  await sql`select from events where id = ${eventId} for no key update`.execute(tx);
}

/** Writes a signature. */
export async function insertClosing(
  tx: Tx,
  closing: {
    eventId: number;
    version: number;
    signedBy: { id: number; name: string };
    signedName: string;
    note: string;
    figures: ClosingFigures;
    open: UnsettledItems;
    counts: readonly ClosingCount[];
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto("event_closings")
    .values({
      event_id: closing.eventId,
      version: closing.version,
      signed_by: closing.signedBy.id,
      account_name: closing.signedBy.name,
      signed_name: closing.signedName,
      note: closing.note,
      figures: JSON.stringify({ figures: closing.figures, open: closing.open }),
      counts: JSON.stringify(closing.counts),
      signed_at: closing.now,
    })
    .execute();
}
