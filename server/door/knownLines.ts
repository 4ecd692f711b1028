/** Refuses a handover of items that the purchase does not have, and names the field. */
import type { DoorScan } from "../../contract/shapes/door.ts";
import type { Db } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import { readScanFacts } from "./scanFactRows.ts";
import type { ReadScan, ScannedPurchase } from "./scans.ts";

/** Throws `invalidInput` for an item that a purchase does not have. An unknown purchase is judged later. */
export function requireKnownLines(
  purchase: Pick<ScannedPurchase, "items"> | undefined,
  lines: NonNullable<DoorScan["lines"]>,
  field: string,
): void {
  if (purchase === undefined) return;
  const unknown = lines.findIndex(({ line }) => line >= purchase.items.length);
  if (unknown !== -1)
    throw invalidInput([{ path: `${field}.${unknown}.line`, message: "is not an item of these extras" }]);
}

/** The same for the scans of a device. */
export async function requireKnownLinesOf(
  db: Db,
  eventId: number,
  scans: readonly ReadScan[],
): Promise<void> {
  const ids = scans.flatMap((scan) => (scan.lines === null ? [] : (purchaseIdOf(scan) ?? [])));
  if (ids.length === 0) return;
  const none = { attendees: [], scans: [], undoing: new Set<number>() };
  const { purchases } = await readScanFacts(db, { ...none, events: [eventId], purchases: ids });
  for (const [index, scan] of scans.entries()) {
    const purchase = purchases.get(purchaseIdOf(scan) ?? 0);
    if (purchase?.eventId === eventId) requireKnownLines(purchase, scan.lines ?? [], `scans.${index}.lines`);
  }
}

function purchaseIdOf({ code, purchaseId }: ReadScan): number | null {
  if (code === null) return purchaseId;
  return code.reading?.kind === "extras" ? code.reading.id : null;
}
