/** Stores the facts that a sale needs, in the record of the copy. */
import { change, type DoorStore, readKept, write } from "./doorStore.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** The stored facts; null before the first time. */
export async function keptSaleFacts(store: DoorStore): Promise<SaleFacts | null> {
  return (await readKept(store)).saleFacts ?? null;
}

/** Stores the facts until the names are deleted. */
export async function saveSaleFacts(store: DoorStore, saleFacts: SaleFacts): Promise<void> {
  await write(store, "relaxed", (tx) => change(tx, () => ({ saleFacts })));
}
