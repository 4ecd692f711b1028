import type { DoorScan } from "../../contract/shapes/door/door.ts";
import { invalidInput } from "../domainError.ts";
import type { ScannedPurchase } from "./scans.ts";

type Lines = NonNullable<DoorScan["lines"]>;

/** Whether a line is not an item of the purchase. */
export function hasUnknownLine({ items }: Pick<ScannedPurchase, "items">, lines: Lines | null): boolean {
  return indexOfUnknown(items, lines ?? []) !== -1;
}

/** Throws `invalidInput` with the field of an unknown line. An unknown purchase is accepted; its scan is refused. */
export function requireKnownLines(
  purchase: Pick<ScannedPurchase, "items"> | undefined,
  lines: Lines,
  field: string,
): void {
  if (purchase === undefined) return;
  const index = indexOfUnknown(purchase.items, lines);
  if (index !== -1)
    throw invalidInput({ path: `${field}.${index}.line`, message: "is not an item of these extras" });
}

function indexOfUnknown(items: ScannedPurchase["items"], lines: Lines): number {
  return lines.findIndex(({ line }) => line >= items.length);
}
