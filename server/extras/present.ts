import type { Extras } from "../../contract/shapes/extras.ts";
import type { ExtrasOfEvent } from "./rows.ts";

/** Presents a stored extra. */
export function presentExtras(row: ExtrasOfEvent): Extras {
  return {
    id: row.id,
    eventId: row.event_id,
    name: row.name,
    description: row.description,
    price: row.price,
    currency: row.currency,
    content: row.content,
    maxStock: row.max_stock,
    currentStock: row.max_stock === null ? null : row.max_stock - row.held - row.sold,
    isActive: row.is_active,
    taxRateId: row.tax_rate_id,
    taxRate: row.tax_rate,
  };
}
