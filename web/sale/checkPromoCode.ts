/**
 * Asking the server what a promo code gives, and keeping that in the draft. Invariants: a code that the server refuses
 * is kept no longer, except while tickets are held with it, for then it is the visitor's until the hold ends; a server
 * that does not answer takes nothing away.
 */

import { promoCodeKey } from "../../contract/rules/promoCode.ts";
import type { Event } from "../../contract/shapes/event.ts";
import { ApiError, problemsByField } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import type { DraftStore } from "./draftStore.ts";

/** What checking needs. */
export interface CheckCodeParts {
  api: Pick<Api, "post">;
  store: DraftStore;
  event: Pick<Event, "id">;
}

/** Checks a code. Null when the draft has what it gives, else why not, in words. */
export async function checkPromoCode(
  code: string,
  { api, store, event }: CheckCodeParts,
): Promise<string | null> {
  try {
    const promo = await api.post("promoCode/check", { eventId: event.id, code }, { suppressToasts: true });
    store.happen({ type: "coded", promo });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { promo, hold } = store.get();
    const isKept = promo !== null && promoCodeKey(promo.code) === promoCodeKey(code);
    const problem = problemsByField(error).code;
    const msg = problem === undefined ? error.msg : `A code ${problem}.`;
    if (!isKept) return msg;
    if (error.status === 0 || error.status === 429 || error.status >= 500) return null;
    if (hold?.quote.promoCode === promo.code) {
      // Used up, but for what is held with it.
      store.happen({ type: "coded", promo: { ...promo, left: promo.left === null ? null : 0 } });
      return null;
    }
    store.happen({ type: "coded", promo: null });
    return msg;
  }
}
