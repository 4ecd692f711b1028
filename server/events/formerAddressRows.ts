/** The table event_slugs has slugs and addresses of a former ticket system. */
import { sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";

/** All slugs and former addresses of an event, in byte order. */
export function addressRows(
  db: Db,
  eventId: number,
): Promise<{ slug: string; is_of_former_system: boolean }[]> {
  return db
    .selectFrom("event_slugs")
    .select(["slug", "is_of_former_system"])
    .where("event_id", "=", eventId)
    .orderBy(sql`slug collate "C"`)
    .execute();
}

/** Inserts paths that lead nowhere yet, and returns them. Waits for others that insert the same. */
export async function insertFormerAddresses(
  tx: Tx,
  eventId: number,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await tx
    .insertInto("event_slugs")
    .values(paths.map((slug) => ({ slug, event_id: eventId, is_of_former_system: true })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("slug")
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Deletes paths of a former system, but no slugs. */
export async function deleteFormerAddresses(
  tx: Tx,
  eventId: number,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await tx
    .deleteFrom("event_slugs")
    .where("event_id", "=", eventId)
    .where("is_of_former_system", "=", true)
    .where("slug", "in", paths)
    .execute();
}
