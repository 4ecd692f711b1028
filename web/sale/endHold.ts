import type { Api } from "../api/client.ts";
import { sleep } from "../lib/sleep.ts";
import type { DraftStore } from "./draftStore.ts";
import { refreshHold } from "./loadPurchase.ts";

const askAgainMs = 5000;

/**
 * Ends the draft's hold unless it was bought, released or replaced. Asks the server until it answers, and while a
 * payment may be under way, perhaps in another tab. Returns true if the hold was bought.
 */
export async function endHoldUnlessPaid(
  api: Pick<Api, "get">,
  store: DraftStore,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<boolean> {
  const { hold } = store.get();
  const isSameHold = () => hold !== null && store.get().hold?.registrationId === hold.registrationId;
  while (isSameHold()) {
    if ((await refreshHold(api, store)) && !store.get().paying) break;
    await wait(askAgainMs);
  }
  if (isSameHold()) store.dispatch({ type: "holdEnded" });
  const { holdEnded, bought } = store.get();
  // Without a hold at the start, such as after a purchase in another tab, any purchase counts.
  return !holdEnded && bought !== null && bought.registrationId === (hold ?? bought).registrationId;
}
