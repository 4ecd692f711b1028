/**
 * The promo code of an event's visitor: typed, brought by the address (`?code=`), or kept from before. The browser alone
 * applies it: what the server renders is everybody's.
 */
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { promoCodeKey } from "../../contract/rules/promoCode.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { api } from "../api/browser.ts";
import { checkPromoCode } from "./checkPromoCode.ts";
import { draftStoreOf, useDraft } from "./draftStore.ts";

export interface PromoCodeState {
  /** Whether to ask for one: where the event takes codes, and wherever this visitor has brought one. */
  isWanted: boolean;
  /** What the code gives; null without one. */
  promo: PromoCodeOffer | null;
  isBusy: boolean;
  /** A code that gives nothing, and why. */
  refused: { code: string; msg: string } | null;
  /** True when it gives something. */
  apply(code: string): Promise<boolean>;
  remove(): void;
  /** Asks the server anew what the code gives. */
  refresh(): Promise<unknown>;
}

/** When the code of each event was asked for last: from page to page it is asked for once, for the server counts. */
const askedAt = new Map<string, number>();
const freshForMs = 60_000;

export function usePromoCode(event: Pick<Event, "id" | "slug" | "takesCodes">): PromoCodeState {
  const { slug } = event;
  const promo = useDraft(slug)?.promo ?? null;
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<PromoCodeState["refused"]>(null);
  const inAddress = new URLSearchParams(search).get("code")?.trim() ?? "";

  async function apply(code: string) {
    askedAt.set(slug, performance.now());
    setBusy(true);
    const msg = await checkPromoCode(code, { api, store: draftStoreOf(slug), event });
    setBusy(false);
    setRefused(msg === null ? null : { code, msg });
    return msg === null;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code of the address is applied once, until another is there.
  useEffect(() => {
    const kept = draftStoreOf(slug).get().promo?.code ?? "";
    const code = inAddress || kept;
    const isFresh = performance.now() - (askedAt.get(slug) ?? Number.NEGATIVE_INFINITY) < freshForMs;
    if (code !== "" && !(isFresh && promoCodeKey(code) === promoCodeKey(kept))) void apply(code);
  }, [slug, inAddress]);

  return {
    // Once one was tried it stays, with the reason why it gives nothing, and also after it is removed.
    isWanted: event.takesCodes || promo !== null || askedAt.has(slug),
    promo,
    isBusy,
    refused,
    apply,
    remove() {
      setRefused(null);
      draftStoreOf(slug).happen({ type: "coded", promo: null });
      if (inAddress === "") return;
      const others = new URLSearchParams(search);
      others.delete("code");
      void navigate({ search: others.toString() }, { replace: true, preventScrollReset: true });
    },
    async refresh() {
      const store = draftStoreOf(slug);
      const { promo: kept } = store.get();
      if (kept !== null) await checkPromoCode(kept.code, { api, store, event });
    },
  };
}
