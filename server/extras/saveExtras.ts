/**
 * A check constraint refuses a stock below what is sold and held. Lock order: one extra; callers of `removeFromStock`
 * have locked its extras.
 */
import type { ExtrasInput } from "../../contract/shapes/extras.ts";
import { changesOf } from "../audit/changes.ts";
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import type { OrderLine } from "../db/schema/people.ts";
import { DomainError, notFound } from "../domainError.ts";
import { requirePayablePriceAt } from "../events/requirePayablePrice.ts";
import {
  deleteExtras,
  type ExtrasChange,
  type ExtrasOfEvent,
  extrasById,
  insertExtras,
  lockExtras,
  updateExtras,
} from "./rows.ts";

/** Creates an extra of an event. */
export async function createExtras(
  tx: Tx,
  eventId: number,
  input: ExtrasInput,
  actor: string,
): Promise<ExtrasOfEvent> {
  const blank = { name: "", description: "", price: 0, content: [], max_stock: null, is_active: true };
  await requirePayablePriceAt(tx, eventId, input.price, "newExtras.price");
  const id = await insertExtras(tx, { ...blank, ...changeOf(input), event_id: eventId });
  const row = (await extrasById(tx, id))!;
  const detail = { name: row.name, price: row.price, maxStock: row.max_stock };
  await record(tx, entryOf("extras", row, { actor, action: "created", detail }));
  return row;
}

/**
 * Changes an extra.
 * @throws notFound, inUse for a stock below what is sold and held, or invalidInput for a price that cannot be paid
 */
export async function changeExtras(
  tx: Tx,
  extrasId: number,
  input: ExtrasInput,
  actor: string,
): Promise<ExtrasOfEvent> {
  const row = await lockExtras(tx, extrasId);
  if (row === undefined) throw notFound("extra");
  const change = changeOf(input);
  const detail = changesOf({ ...row }, { ...change });
  if (detail !== null) {
    requireStockForAll(change.max_stock, row.held + row.sold);
    await requirePayablePriceAt(tx, row.event_id, change.price, "newExtras.price");
    await updateExtras(tx, extrasId, change);
    await record(tx, entryOf("extras", row, { actor, action: "changed", detail }));
  }
  return (await extrasById(tx, extrasId))!;
}

/**
 * Lowers limited stocks by extras that returned to sale but are not refunded, because at least one of their order was
 * handed over.
 */
export async function removeFromStock(tx: Tx, lines: readonly OrderLine[], actor: string): Promise<void> {
  for (const { kind, refId, quantity } of lines) {
    const row = kind === "extras" ? await extrasById(tx, refId) : undefined;
    if (row === undefined || row.max_stock === null) continue;
    const change = { max_stock: row.max_stock - quantity };
    await updateExtras(tx, refId, change);
    await record(
      tx,
      entryOf("extras", row, { actor, action: "changed", detail: changesOf({ ...row }, change)! }),
    );
  }
}

/**
 * Removes an extra.
 * @throws notFound, or inUse if any is sold or held
 */
export async function removeExtras(tx: Tx, extrasId: number, actor: string): Promise<void> {
  const row = await lockExtras(tx, extrasId);
  if (row === undefined) throw notFound("extra");
  if (row.sold > 0) throw new DomainError("inUse", "This extra was sold. Make it inactive instead.");
  if (row.held > 0)
    throw new DomainError(
      "inUse",
      "Somebody is buying this extra at this moment. Make it inactive, or try again later.",
    );
  await deleteExtras(tx, extrasId);
  await record(tx, entryOf("extras", row, { actor, action: "removed", detail: { name: row.name } }));
}

function changeOf(input: ExtrasInput): ExtrasChange {
  const { name, description, price, content, maxStock, isActive, taxRateId } = input;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(price === undefined ? {} : { price }),
    ...(content === undefined ? {} : { content }),
    ...(maxStock === undefined ? {} : { max_stock: maxStock }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
    ...(taxRateId === undefined ? {} : { tax_rate_id: taxRateId }),
  };
}

function requireStockForAll(maxStock: number | null | undefined, least: number): void {
  if (maxStock === null || maxStock === undefined || maxStock >= least) return;
  const message = `must be at least ${least}, the number sold or held`;
  throw new DomainError("inUse", `The number of this extra ${message}.`, {
    fields: [{ path: "newExtras.maxStock", message }],
    least,
  });
}
