/** Keeps the facts of sales with the names. */
import { change, type DoorStore, readKept, write } from "./doorStore.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** The kept facts; null before the first time. */
export async function keptSaleFacts(store: DoorStore): Promise<SaleFacts | null> {
  return (await readKept(store)).saleFacts ?? null;
}

/** Keeps the facts until the names are forgotten. */
export async function saveSaleFacts(store: DoorStore, saleFacts: SaleFacts): Promise<void> {
  await write(store, "relaxed", (tx) => change(tx, () => ({ saleFacts })));
}
