/** The hold's clock has run out: was it paid in the last second, or has it ended? The server knows. */
import type { Api } from "../../../api/client.ts";
import type { DraftStore } from "./draftStore.ts";
import { followHold } from "./loadPurchase.ts";

/** Ends the draft's hold unless it turns out to be paid. True when it was paid. */
export async function endHold(api: Pick<Api, "get">, store: DraftStore): Promise<boolean> {
  await followHold(api, store);
  if (store.get().hold !== null) store.happen({ type: "holdEnded" });
  return !store.get().holdEnded;
}
