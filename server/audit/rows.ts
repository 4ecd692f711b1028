import type { HistoryEntry, HistoryEntryOf } from "../../contract/historyEntries.ts";
import type { Db, Tx } from "../db/pool.ts";

/** `actor`: `visitor`, `user:<id>`, `helper:<id of the link>`, `provider:<name>`, `sweeper` or `operator`. */
export type AuditEntry = HistoryEntry & { actor: string; eventId: number | null; entityId: number };

/** An entry about a row. */
export function entryOf<Entity extends AuditEntry["entity"]>(
  entity: Entity,
  { id, event_id }: { id: number; event_id: number | null },
  change: { actor: string } & HistoryEntryOf<Entity>,
): AuditEntry {
  return { ...change, entity, entityId: id, eventId: event_id } as AuditEntry;
}

/** An entry about an event itself. */
export function entryOfEvent(
  eventId: number,
  change: { actor: string } & HistoryEntryOf<"event">,
): AuditEntry {
  return entryOf("event", { id: eventId, event_id: eventId }, change);
}

/** An entry about a club. */
export function entryOfClub(clubId: number, change: { actor: string } & HistoryEntryOf<"club">): AuditEntry {
  return entryOf("club", { id: clubId, event_id: null }, change);
}

/** A user as the actor of an entry. */
export function userActor(userId: number): string {
  return `user:${userId}`;
}

/** Writes entries. `tx` must be the transaction of the change. */
export async function record(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
  await recordStatement(tx, entries)?.execute();
}

/** The statement of `record`; null without entries. */
export function recordStatement(tx: Tx, entries: readonly AuditEntry[]) {
  if (entries.length === 0) return null;
  const rows = entries.map(auditRow).map((row) => ({ ...row, detail: JSON.stringify(row.detail) }));
  return tx.insertInto("audit_log").values(rows);
}

/** An entry with its column names. */
export function auditRow({ actor, eventId, entity, entityId, action, detail }: AuditEntry) {
  return { actor, event_id: eventId, entity, entity_id: entityId, action, detail: detail ?? {} };
}

type EntryKey<Entry> = Entry extends AuditEntry ? Pick<Entry, "entity" | "entityId" | "action"> : never;

/** How often an action is recorded for an entity after `since`. */
export async function timesSince(
  db: Db,
  { entity, entityId, action }: EntryKey<AuditEntry>,
  since: Date,
): Promise<number> {
  const row = await db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("entity", "=", entity)
    .where("entity_id", "=", entityId)
    .where("action", "=", action)
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
