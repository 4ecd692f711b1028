/** The facts that a sale needs, in the same record as the device's copy of the attendees. */
import { change, type DoorStore, readKept, write } from "./doorStore.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** The stored facts; null if none were stored yet. */
export async function keptSaleFacts(store: DoorStore): Promise<SaleFacts | null> {
  return (await readKept(store)).saleFacts ?? null;
}

/** Stores the facts. They are deleted together with the names of the attendees. */
export async function saveSaleFacts(store: DoorStore, saleFacts: SaleFacts): Promise<void> {
  await write(store, "relaxed", (tx) => change(tx, () => ({ saleFacts })));
}
