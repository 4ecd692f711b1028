import type { OrderLine } from "../db/schema/people.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import type { ExtrasRow } from "../extras/rows.ts";

/** The order lines for `requested` (quantities by extra id), or the first refusal. */
export function decideExtras(
  eventId: number,
  extras: ReadonlyMap<number, ExtrasRow>,
  requested: ReadonlyMap<number, number>,
  pathOf: (extrasId: number) => string,
): OrderLine[] | DomainError {
  const lines: OrderLine[] = [];
  for (const [extrasId, quantity] of requested) {
    const extra = extras.get(extrasId);
    if (extra === undefined || extra.event_id !== eventId || !extra.is_active)
      return invalidInput({ path: pathOf(extrasId), message: "is not an extra of this event" });
    if (extra.max_stock !== null && extra.held + extra.sold + quantity > extra.max_stock) {
      const left = Math.max(0, extra.max_stock - extra.held - extra.sold);
      const message = left === 0 ? `${extra.name} is sold out.` : `Only ${left} of ${extra.name} left.`;
      return new DomainError(left === 0 ? "soldOut" : "notEnoughLeft", message, {
        availableExtras: { [extra.id]: left },
      });
    }
    lines.push({
      kind: "extras",
      refId: extra.id,
      title: extra.name,
      unitPrice: extra.price,
      quantity,
      total: extra.price * quantity,
      ...(extra.tax_rate !== null && { taxRate: extra.tax_rate }),
    });
  }
  return lines;
}

/** Sums the quantities of each id. */
export function sumById(pairs: readonly (readonly [number, number])[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [id, quantity] of pairs) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return sums;
}
