/** The history of every change of state: who, when, from what to what. Only ever inserted into. */
import type { Db, Tx } from "../db/pool.ts";

/**
 * One entry. `actor` is `visitor`, `user:<id>`, `helper:<id of the link>`, `provider:<name>`, `sweeper` or `operator` (by a
 * command).
 */
export interface AuditEntry {
  actor: string;
  eventId: number | null;
  entity:
    | "account"
    | "attendee"
    | "club"
    | "doorLink"
    | "event"
    | "extras"
    | "order"
    | "package"
    | "payment"
    | "promoCode"
    | "registration"
    | "sharedCapacity"
    | "sponsorship"
    | "ticket"
    | "waiting";
  entityId: number;
  action: string;
  detail?: Record<string, unknown>;
}

/** Writes entries in the transaction of what they tell. */
export async function record(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto("audit_log")
    .values(
      entries.map((entry) => ({
        actor: entry.actor,
        event_id: entry.eventId,
        entity: entry.entity,
        entity_id: entry.entityId,
        action: entry.action,
        detail: JSON.stringify(entry.detail ?? {}),
      })),
    )
    .execute();
}

/** How often something happened to somebody or something since an instant. */
export async function timesSince(
  db: Db,
  { entity, entityId, action }: Pick<AuditEntry, "entity" | "entityId" | "action">,
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
