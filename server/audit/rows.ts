/** The history of changes: who, when and what. Entries are only added. */
import type { HistoryEntry, HistoryEntryOf } from "../../contract/historyEntries.ts";
import type { Db, Tx } from "../db/pool.ts";

/**
 * One entry. `actor` is `visitor`, `user:<id>`, `helper:<id of the link>`, `provider:<name>`, `sweeper` or `operator`
 * (by a command).
 */
export type AuditEntry = HistoryEntry & { actor: string; eventId: number | null; entityId: number };

/** An entry about a row, usually of an event, such as an order or a ticket. */
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

/** Writes entries in the transaction of the change that they record. */
export async function record(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
  await recordStatement(tx, entries)?.execute();
}

/** The statement that writes entries, to be pipelined with others; null if there are none. */
export function recordStatement(tx: Tx, entries: readonly AuditEntry[]) {
  if (entries.length === 0) return null;
  const rows = entries.map(auditRow).map((row) => ({ ...row, detail: JSON.stringify(row.detail) }));
  return tx.insertInto("audit_log").values(rows);
}

/** An entry with the column names, for a statement that also writes other tables. */
export function auditRow({ actor, eventId, entity, entityId, action, detail }: AuditEntry) {
  return { actor, event_id: eventId, entity, entity_id: entityId, action, detail: detail ?? {} };
}

/** The fields that identify the entries of one kind about one entity. */
type EntryKey<Entry> = Entry extends AuditEntry ? Pick<Entry, "entity" | "entityId" | "action"> : never;

/** The number of entries of one kind about an entity after an instant. */
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
