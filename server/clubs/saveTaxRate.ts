/**
 * Invariant: something on sale has a rate of its own club, or none. A rate's club never changes, and a used rate cannot
 * be deleted.
 */
import type { TaxRateInput } from "../../contract/shapes/money/taxRate.ts";
import { changesOf } from "../audit/changes.ts";
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { violatedConstraint } from "../db/violation.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import {
  deleteTaxRate,
  insertTaxRate,
  lockTaxRate,
  lockTaxRateForUse,
  type TaxRateChange,
  type TaxRateRow,
  updateTaxRate,
} from "./taxRateRows.ts";

/** Creates a rate. The call requires its `name` and `percent`. */
export async function createTaxRate(
  tx: Tx,
  clubId: number,
  input: TaxRateInput,
  actor: string,
): Promise<TaxRateRow> {
  const row = await insertTaxRate(tx, { name: "", percent: 0, ...changeOf(input), club_id: clubId });
  const detail = { name: row.name, percent: row.percent };
  await record(tx, entryOf("taxRate", { id: row.id, event_id: null }, { actor, action: "created", detail }));
  return row;
}

/** Changes a rate. Orders and holds keep what they were priced with. */
export async function changeTaxRate(
  tx: Tx,
  taxRateId: number,
  input: TaxRateInput,
  actor: string,
): Promise<TaxRateRow> {
  const row = await lockTaxRate(tx, taxRateId);
  if (row === undefined) throw notFound("tax rate");
  const change = changeOf(input);
  const detail = changesOf({ ...row }, { ...change });
  if (detail === null) return row;
  const changed = await updateTaxRate(tx, taxRateId, change);
  const rate = { id: taxRateId, event_id: null };
  await record(tx, entryOf("taxRate", rate, { actor, action: "changed", detail }));
  return changed;
}

/**
 * Deletes a rate.
 * @throws `inUse` while a ticket, an extra or a package has it.
 */
export async function removeTaxRate(tx: Tx, taxRateId: number, actor: string): Promise<void> {
  const row = await lockTaxRate(tx, taxRateId);
  if (row === undefined) throw notFound("tax rate");
  try {
    await deleteTaxRate(tx, taxRateId);
  } catch (error) {
    if (violatedConstraint(error)?.endsWith("_tax_rate_id_fkey"))
      throw new DomainError(
        "inUse",
        "A ticket, an extra or a package has this tax rate. Make the rate inactive instead.",
      );
    throw error;
  }
  const detail = { name: row.name, percent: row.percent };
  const rate = { id: taxRateId, event_id: null };
  await record(tx, entryOf("taxRate", rate, { actor, action: "removed", detail }));
}

export type LockTaxRateForUse = typeof lockTaxRateForUse;

/**
 * Requires that a chosen rate is active and of the club, unless it is unchanged.
 * @throws invalidInput
 */
export async function requireTaxRate(
  tx: Tx,
  { clubId, taxRateId, before = null }: TaxRateChoice,
  path = "taxRateId",
  lock: LockTaxRateForUse = lockTaxRateForUse,
): Promise<void> {
  if (taxRateId === null || taxRateId === undefined || taxRateId === before) return;
  const row = await lock(tx, taxRateId);
  if (row?.club_id !== clubId) throw invalidInput({ path, message: "is not a tax rate of this club" });
  if (!row.is_active) throw invalidInput({ path, message: "is an inactive tax rate" });
}

export interface TaxRateChoice {
  clubId: number;
  taxRateId: number | null | undefined;
  /** The former rate, which may stay even if inactive. */
  before?: number | null;
}

function changeOf({ name, percent, validFrom, isActive }: TaxRateInput): TaxRateChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(percent === undefined ? {} : { percent }),
    ...(validFrom === undefined ? {} : { valid_from: validFrom === null ? null : new Date(validFrom) }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  };
}
