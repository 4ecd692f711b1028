import { type Selectable, sql } from "kysely";
import { taxRateOf, type WithTaxRate } from "../clubs/taxRateRows.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type ExtrasRow = Selectable<Schema["extras"]> & WithTaxRate;
export type ExtrasOfEvent = ExtrasRow & { currency: Schema["events"]["currency"]; event_is_active: boolean };

const taxRate = taxRateOf("extras").as("tax_rate");

const withEvent = (db: Db) =>
  db
    .selectFrom("extras")
    .innerJoin("events", "events.id", "extras.event_id")
    .selectAll("extras")
    .select(taxRate)
    .select(["events.currency", "events.is_active as event_is_active"]);

/** An event's extras, oldest first. */
export function extrasOfEvent(
  db: Db,
  eventId: number,
  filter: { onlyActive: boolean },
): Promise<ExtrasOfEvent[]> {
  let query = withEvent(db).where("extras.event_id", "=", eventId);
  if (filter.onlyActive) query = query.where("extras.is_active", "=", true);
  return query.orderBy("extras.id").execute();
}

/** The active extras of active events. */
export function activeExtrasByIds(db: Db, ids: readonly number[]): Promise<ExtrasOfEvent[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return withEvent(db)
    .where("extras.id", "in", [...ids])
    .where("extras.is_active", "=", true)
    .where("events.is_active", "=", true)
    .orderBy("extras.id")
    .execute();
}

/** One extra, active or not. */
export function extrasById(db: Db, extrasId: number): Promise<ExtrasOfEvent | undefined> {
  return withEvent(db).where("extras.id", "=", extrasId).executeTakeFirst();
}

export type NewExtras = Pick<
  ExtrasRow,
  "event_id" | "name" | "description" | "price" | "content" | "max_stock" | "is_active"
> & { tax_rate_id?: number | null };
export type ExtrasChange = Partial<Omit<NewExtras, "event_id">>;

/** Locks and reads an extra. */
export function lockExtras(tx: Tx, extrasId: number): Promise<ExtrasRow | undefined> {
  return tx
    .selectFrom("extras")
    .selectAll()
    .select(taxRate)
    .where("id", "=", extrasId)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts an extra. */
export async function insertExtras(tx: Tx, { content, ...extras }: NewExtras): Promise<number> {
  const { id } = await tx
    .insertInto("extras")
    .values({ ...extras, content: JSON.stringify(content) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a locked extra. */
export async function updateExtras(
  tx: Tx,
  extrasId: number,
  { content, ...change }: ExtrasChange,
): Promise<void> {
  await tx
    .updateTable("extras")
    .set({ ...change, ...(content === undefined ? {} : { content: JSON.stringify(content) }) })
    .where("id", "=", extrasId)
    .execute();
}

/** Deletes a locked extra. */
export async function deleteExtras(tx: Tx, extrasId: number): Promise<void> {
  await tx.deleteFrom("extras").where("id", "=", extrasId).execute();
}

/** Copies an event's extras to another event, unsold. */
export async function copyExtras(tx: Tx, from: number, to: number): Promise<void> {
  await sql`insert into extras (event_id, name, description, price, content, max_stock, is_active, tax_rate_id)
    select ${to}, name, description, price, content, max_stock, is_active, tax_rate_id
    from extras where event_id = ${from} order by id`.execute(tx);
}
