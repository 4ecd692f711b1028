/**
 * The hold's clock has run out: was it paid in the last second, or has it ended? The server knows, and without an
 * answer nothing is claimed.
 */
import type { Api } from "../api/client.ts";
import type { DraftStore } from "./draftStore.ts";
import { followHold } from "./loadPurchase.ts";

const askAgainMs = 5000;

/** Ends the draft's hold unless it turns out to be paid. True when it was paid. */
export async function endHoldUnlessPaid(
  api: Pick<Api, "get">,
  store: DraftStore,
  wait: (ms: number) => Promise<void> = patiently,
): Promise<boolean> {
  const { hold } = store.get();
  const isStillIt = () => hold !== null && store.get().hold?.registrationId === hold.registrationId;
  while (isStillIt()) {
    if (await followHold(api, store)) break;
    await wait(askAgainMs);
  }
  if (isStillIt()) store.happen({ type: "holdEnded" });
  return !store.get().holdEnded;
}

function patiently(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
