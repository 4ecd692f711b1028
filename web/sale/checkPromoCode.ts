import { promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import type { Event } from "../../contract/shapes/event.ts";
import { problemsByField, requireApiError } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import type { DraftStore } from "./draftStore.ts";

export interface CheckCodeParts {
  api: Pick<Api, "post">;
  store: DraftStore;
  event: Pick<Event, "id">;
}

/** Checks a code with the server. Returns null if the draft has the code afterwards, otherwise why not. */
export async function checkPromoCode(
  code: string,
  { api, store, event }: CheckCodeParts,
): Promise<string | null> {
  try {
    const promo = await api.post("promoCode/check", { eventId: event.id, code }, { suppressToasts: true });
    store.dispatch({ type: "codeChanged", promo });
    return null;
  } catch (error) {
    requireApiError(error);
    const { promo, hold } = store.get();
    const isSaved = promo !== null && promoCodeKey(promo.code) === promoCodeKey(code);
    const problem = problemsByField(error).code;
    const msg = problem === undefined ? error.msg : `A code ${problem}.`;
    if (!isSaved) return msg;
    if (error.status === 0 || error.status === 429 || error.status >= 500) return null;
    if (hold?.quote.promoCode === promo.code) {
      // The hold keeps its discount although the code is refused now.
      store.dispatch({ type: "codeChanged", promo: { ...promo, left: promo.left === null ? null : 0 } });
      return null;
    }
    store.dispatch({ type: "codeChanged", promo: null });
    return msg;
  }
}
