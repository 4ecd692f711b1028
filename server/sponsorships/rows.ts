import { type Selectable, sql } from "kysely";
import type { SponsorshipPackage } from "../../contract/shapes/sponsorshipPackage.ts";
import { taxRateOf, type WithTaxRate } from "../clubs/taxRateRows.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type PackageRow = Selectable<Schema["sponsorship_packages"]> & WithTaxRate;

const taxRate = taxRateOf("sponsorship_packages").as("tax_rate");

const selectPackages = (db: Db) => db.selectFrom("sponsorship_packages").selectAll().select(taxRate);

/** An event's packages, most expensive first. */
export function packagesOfEvent(
  db: Db,
  eventId: number,
  filter: { onlyActive: boolean },
): Promise<PackageRow[]> {
  let query = selectPackages(db).where("event_id", "=", eventId);
  if (filter.onlyActive) query = query.where("is_active", "=", true);
  return query.orderBy("price", "desc").orderBy("id").execute();
}

/** One package, active or not. */
export function packageById(db: Db, packageId: number): Promise<PackageRow | undefined> {
  return selectPackages(db).where("id", "=", packageId).executeTakeFirst();
}

export type NewPackage = Pick<
  PackageRow,
  | "event_id"
  | "club_id"
  | "name"
  | "price"
  | "currency"
  | "description"
  | "features"
  | "available_count"
  | "is_active"
  | "ticket_id"
  | "ticket_count"
> & { tax_rate_id?: number | null };
export type PackageChange = Partial<Omit<NewPackage, "event_id" | "club_id">>;

/** Locks and reads a package. New references to it wait for this lock too. */
export function lockPackage(tx: Tx, packageId: number): Promise<PackageRow | undefined> {
  return selectPackages(tx).where("id", "=", packageId).forUpdate().executeTakeFirst();
}

/** Locks packages in the order of their ids and returns them. */
export async function lockPackages(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, PackageRow>> {
  const rows = (await packageLocks(tx, ids)?.execute()) ?? [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** The query of `lockPackages`; null without ids. */
export function packageLocks(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return null;
  return selectPackages(tx)
    .where("id", "in", [...ids])
    .orderBy("id")
    .forNoKeyUpdate();
}

/** Inserts a package. */
export function insertPackage(tx: Tx, { features, ...columns }: NewPackage): Promise<PackageRow> {
  return tx
    .insertInto("sponsorship_packages")
    .values({ ...columns, features: JSON.stringify(features) })
    .returningAll()
    .returning(taxRate)
    .executeTakeFirstOrThrow();
}

/** Changes a locked package. */
export function updatePackage(
  tx: Tx,
  packageId: number,
  { features, ...change }: PackageChange,
): Promise<PackageRow> {
  return tx
    .updateTable("sponsorship_packages")
    .set({ ...change, ...(features === undefined ? {} : { features: JSON.stringify(features) }) })
    .where("id", "=", packageId)
    .returningAll()
    .returning(taxRate)
    .executeTakeFirstOrThrow();
}

/** Deletes a locked package. Throws if a sponsorship has it, by the foreign key. */
export async function deletePackage(tx: Tx, packageId: number): Promise<void> {
  await tx.deleteFrom("sponsorship_packages").where("id", "=", packageId).execute();
}

/** Copies an event's packages to another event of the same club, unsold. */
export async function copyPackages(
  tx: Tx,
  { from, to, tickets }: { from: number; to: number; tickets: ReadonlyMap<number, number> },
): Promise<void> {
  const copies = JSON.stringify([...tickets].map(([was, copy]) => ({ was, copy })));
  await sql`insert into sponsorship_packages
      (event_id, club_id, name, price, currency, description, features, available_count, is_active, tax_rate_id,
        ticket_id, ticket_count)
    select ${to}, club_id, name, price, currency, description, features, available_count, is_active, tax_rate_id,
      (select copy from json_to_recordset(${copies}::json) as t (was bigint, copy bigint) where was = ticket_id),
      ticket_count
    from sponsorship_packages where event_id = ${from} order by id`.execute(tx);
}

/** For how many packages the free places of their ticket suffice (`left`, by ticket id). */
export function presentTicketsSuffice(
  { ticket_id: ticketId, ticket_count: count }: Pick<PackageRow, "ticket_id" | "ticket_count">,
  left: ReadonlyMap<number, number>,
): Pick<SponsorshipPackage, "ticketsSuffice"> {
  return ticketId === null ? {} : { ticketsSuffice: Math.floor((left.get(ticketId) ?? 0) / count) };
}

/** Presents a stored package. */
export function presentPackage(row: PackageRow): SponsorshipPackage {
  return {
    id: row.id,
    eventId: row.event_id,
    clubId: row.club_id,
    name: row.name,
    price: row.price,
    currency: row.currency,
    description: row.description,
    features: row.features,
    availableCount: row.available_count,
    soldCount: row.sold_count,
    heldCount: row.held_count,
    isActive: row.is_active,
    taxRateId: row.tax_rate_id,
    taxRate: row.tax_rate,
    tickets: row.ticket_id === null ? null : { ticketId: row.ticket_id, quantity: row.ticket_count },
  };
}
