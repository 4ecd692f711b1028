/**
 * Invariant: the limit of a package, if it has one, is at least what is sold and held, which a check constraint
 * verifies. Lock order: package.
 */
import { defaultCurrency } from "../../contract/rules/money/currencies.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { PackageInput } from "../../contract/shapes/sponsorshipPackage.ts";
import { changesOf } from "../audit/changes.ts";
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { violatedConstraint } from "../db/violation.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { requirePayablePrice } from "../events/requirePayablePrice.ts";
import {
  deletePackage,
  insertPackage,
  lockPackage,
  type PackageChange,
  type PackageRow,
  updatePackage,
} from "./rows.ts";

/** A club, and an event whose currency the package has, or no event. */
export interface PackageOwner {
  clubId: number;
  event: { id: number; currency: Currency } | null;
}

/** Creates a package. `input` has a `name` and a `price` (contract/shapes/sponsorshipPackage.ts). */
export async function createPackage(
  tx: Tx,
  { clubId, event }: PackageOwner,
  input: PackageInput,
  actor: string,
): Promise<PackageRow> {
  requireSameCurrency(input.currency, event?.currency);
  if (input.price !== undefined)
    requirePayablePrice(input.price, input.currency ?? event?.currency ?? defaultCurrency, {
      mayBeFree: false,
    });
  const row = await insertPackage(tx, {
    // Placeholders for the type: `input` always has a name and a price.
    name: "",
    price: 1,
    currency: event?.currency ?? defaultCurrency,
    description: "",
    features: [],
    available_count: -1,
    is_active: true,
    ticket_id: null,
    ticket_count: 0,
    ...changeOf(input),
    event_id: event?.id ?? null,
    club_id: clubId,
  });
  const detail = { name: row.name, price: row.price };
  await record(tx, entryOf("package", row, { actor, action: "created", detail }));
  return row;
}

/**
 * Changes a package.
 * @throws notFound, invalidInput, and inUse if the new limit is less than what is sold or held
 */
export async function changePackage(
  tx: Tx,
  packageId: number,
  input: PackageInput,
  actor: string,
): Promise<PackageRow> {
  const row = await lockPackage(tx, packageId);
  if (row === undefined) throw notFound("package");
  requireSameCurrency(
    input.currency,
    row.event_id === null && row.sold_count === 0 ? undefined : row.currency,
  );
  const change = changeOf(input);
  const detail = changesOf({ ...row }, { ...change });
  if (detail === null) return row;
  if (change.price !== undefined || change.currency !== undefined)
    requirePayablePrice(change.price ?? row.price, change.currency ?? row.currency, { mayBeFree: false });
  requireEnough(change.available_count, row.sold_count + row.held_count);
  const changed = await updatePackage(tx, packageId, change);
  await record(tx, entryOf("package", row, { actor, action: "changed", detail }));
  return changed;
}

/**
 * Deletes a package.
 * @throws notFound, and inUse if it has a sponsorship, also an expired or refunded one
 */
export async function removePackage(tx: Tx, packageId: number, actor: string): Promise<void> {
  const row = await lockPackage(tx, packageId);
  if (row === undefined) throw notFound("package");
  if (row.sold_count + row.held_count > 0) throw inUseRefusal();
  try {
    await deletePackage(tx, packageId);
  } catch (error) {
    if (violatedConstraint(error) === "sponsorships_package_id_fkey") throw inUseRefusal();
    throw error;
  }
  await record(tx, entryOf("package", row, { actor, action: "removed", detail: { name: row.name } }));
}

function changeOf(input: PackageInput): PackageChange {
  const { name, price, currency, description, features, availableCount, isActive, taxRateId, tickets } =
    input;
  return {
    ...(name === undefined ? {} : { name }),
    ...(price === undefined ? {} : { price }),
    ...(currency === undefined ? {} : { currency }),
    ...(description === undefined ? {} : { description }),
    ...(features === undefined ? {} : { features }),
    ...(availableCount === undefined ? {} : { available_count: availableCount }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
    ...(taxRateId === undefined ? {} : { tax_rate_id: taxRateId }),
    ...(tickets === undefined
      ? {}
      : { ticket_id: tickets?.ticketId ?? null, ticket_count: tickets?.quantity ?? 0 }),
  };
}

function requireSameCurrency(requested: Currency | undefined, kept: Currency | undefined): void {
  if (requested === undefined || kept === undefined || requested === kept) return;
  throw invalidInput({
    path: "currency",
    message: `must stay ${kept}: a package of an event, or one that was sold, keeps its currency`,
  });
}

function requireEnough(availableCount: number | undefined, soldAndHeld: number): void {
  if (availableCount === undefined || availableCount === -1 || availableCount >= soldAndHeld) return;
  const message = `must be at least ${soldAndHeld}, the number sold or held`;
  throw new DomainError("inUse", `The number of packages ${message}.`, {
    fields: [{ path: "availableCount", message }],
    least: soldAndHeld,
  });
}

function inUseRefusal(): DomainError {
  return new DomainError(
    "inUse",
    "This package was bought, or somebody is buying it. Make it inactive instead.",
  );
}
