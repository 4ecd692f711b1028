/** The promo code of a visitor: typed, in the address (`?code=`), or saved earlier. */
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { api } from "../api/browser.ts";
import { checkPromoCode } from "./checkPromoCode.ts";
import { hasOffer } from "./draft.ts";
import { draftStoreOf, useDraft } from "./draftStore.ts";

export interface PromoCodeState {
  /** Whether to show the field for a code. */
  isWanted: boolean;
  /** Null without a code, and while the visitor has an offer from the waiting list. */
  promo: PromoCodeOffer | null;
  isBusy: boolean;
  refused: { code: string; msg: string } | null;
  /** Returns true if the draft has the code afterwards. */
  apply(code: string): Promise<boolean>;
  remove(): void;
  refresh(): Promise<unknown>;
}

/**
 * When a code was last applied, by slug. A page that opens soon after does not check the saved code again, because the
 * server limits requests.
 */
const askedAt = new Map<string, number>();
const freshForMs = 60_000;

export function usePromoCode(event: Pick<Event, "id" | "slug" | "takesCodes">): PromoCodeState {
  const { slug } = event;
  const draft = useDraft(slug);
  const isOffer = draft !== null && hasOffer(draft, Date.now());
  const promo = isOffer ? null : (draft?.promo ?? null);
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<PromoCodeState["refused"]>(null);
  const addressCode = new URLSearchParams(search).get("code")?.trim() ?? "";

  async function apply(code: string) {
    askedAt.set(slug, performance.now());
    setBusy(true);
    const msg = await checkPromoCode(code, { api, store: draftStoreOf(slug), event });
    setBusy(false);
    setRefused(msg === null ? null : { code, msg });
    return msg === null;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is applied on opening and when the address changes.
  useEffect(() => {
    const saved = draftStoreOf(slug).get().promo?.code ?? "";
    const code = addressCode || saved;
    const isFresh = performance.now() - (askedAt.get(slug) ?? Number.NEGATIVE_INFINITY) < freshForMs;
    if (code !== "" && !(isFresh && promoCodeKey(code) === promoCodeKey(saved))) void apply(code);
  }, [slug, addressCode]);

  return {
    // After an attempt the field stays, to show why the code was refused.
    isWanted: !isOffer && (event.takesCodes || promo !== null || askedAt.has(slug)),
    promo,
    isBusy,
    refused,
    apply,
    remove() {
      setRefused(null);
      draftStoreOf(slug).dispatch({ type: "codeChanged", promo: null });
      if (addressCode === "") return;
      const otherParams = new URLSearchParams(search);
      otherParams.delete("code");
      void navigate({ search: otherParams.toString() }, { replace: true, preventScrollReset: true });
    },
    async refresh() {
      const store = draftStoreOf(slug);
      const { promo: savedPromo } = store.get();
      if (savedPromo !== null) await checkPromoCode(savedPromo.code, { api, store, event });
    },
  };
}
