import { type Selectable, sql } from "kysely";
import type { TaxRate } from "../../contract/rules/money/tax.ts";
import type { ClubTaxRate } from "../../contract/shapes/money/taxRate.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type TaxRateRow = Selectable<Schema["tax_rates"]>;

/** Null: a ticket or an extra has its event's tax, and a package has no tax. */
export interface WithTaxRate {
  tax_rate: TaxRate | null;
}

/** The column `tax_rate`. The database's clock decides whether the rate is valid yet. */
export const taxRateOf = (table: "tickets" | "extras" | "sponsorship_packages") =>
  sql<TaxRate | null>`(select json_build_object('name', r.name, 'percent', r.percent) from tax_rates r
    where r.id = ${sql.ref(`${table}.tax_rate_id`)} and (r.valid_from is null or r.valid_from <= now()))`;

/** A club's rates by name. */
export function taxRatesOfClub(db: Db, clubId: number): Promise<TaxRateRow[]> {
  return db
    .selectFrom("tax_rates")
    .selectAll()
    .where("club_id", "=", clubId)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** One rate, or undefined. */
export function taxRateById(db: Db, id: number): Promise<TaxRateRow | undefined> {
  return db.selectFrom("tax_rates").selectAll().where("id", "=", id).executeTakeFirst();
}

/** One rate, locked for its change or deletion. */
export function lockTaxRate(tx: Tx, id: number): Promise<TaxRateRow | undefined> {
  return tx.selectFrom("tax_rates").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** One rate, locked so that it cannot be deleted meanwhile. */
export function lockTaxRateForUse(tx: Tx, id: number): Promise<TaxRateRow | undefined> {
  return tx.selectFrom("tax_rates").selectAll().where("id", "=", id).forKeyShare().executeTakeFirst();
}

export type NewTaxRate = Pick<TaxRateRow, "club_id" | "name" | "percent"> &
  Partial<Pick<TaxRateRow, "valid_from" | "is_active">>;
export type TaxRateChange = Partial<Omit<NewTaxRate, "club_id">>;

/** Inserts a rate. */
export function insertTaxRate(tx: Tx, rate: NewTaxRate): Promise<TaxRateRow> {
  return tx.insertInto("tax_rates").values(rate).returningAll().executeTakeFirstOrThrow();
}

/** Changes a locked rate. */
export function updateTaxRate(tx: Tx, id: number, change: TaxRateChange): Promise<TaxRateRow> {
  return tx
    .updateTable("tax_rates")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a rate. Foreign keys prevent it while the rate is used. */
export async function deleteTaxRate(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("tax_rates").where("id", "=", id).execute();
}

/** Presents a stored rate. */
export function presentTaxRate(row: TaxRateRow): ClubTaxRate {
  return {
    id: row.id,
    clubId: row.club_id,
    name: row.name,
    percent: row.percent,
    validFrom: row.valid_from?.toISOString() ?? null,
    isActive: row.is_active,
  };
}
