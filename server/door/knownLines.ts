/** Whether the lines of a handover are items of the purchase. */
import type { DoorScan } from "../../contract/shapes/door/door.ts";
import { invalidInput } from "../domainError.ts";
import type { ScannedPurchase } from "./scans.ts";

type Lines = NonNullable<DoorScan["lines"]>;

/** Whether a line is not an item of the purchase. */
export function hasUnknownLine({ items }: Pick<ScannedPurchase, "items">, lines: Lines | null): boolean {
  return unknownLine(items, lines ?? []) !== -1;
}

/**
 * Throws `invalidInput` with the field of an unknown line. It accepts an unknown purchase, which the engine of the door
 * refuses later.
 */
export function requireKnownLines(
  purchase: Pick<ScannedPurchase, "items"> | undefined,
  lines: Lines,
  field: string,
): void {
  if (purchase === undefined) return;
  const unknown = unknownLine(purchase.items, lines);
  if (unknown !== -1)
    throw invalidInput({ path: `${field}.${unknown}.line`, message: "is not an item of these extras" });
}

function unknownLine(items: ScannedPurchase["items"], lines: Lines): number {
  return lines.findIndex(({ line }) => line >= items.length);
}
