/**
 * The promo code of an event's visitor: typed, brought by the address (`?code=`), or kept from before. The browser alone
 * applies it: what the server renders is everybody's.
 */
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Event } from "../../../../contract/event.ts";
import type { PromoCodeOffer } from "../../../../contract/promoCode.ts";
import { api } from "../../../api/browser.ts";
import { checkPromoCode } from "./checkPromoCode.ts";
import { draftStoreOf, useDraft } from "./draftStore.ts";

export interface PromoCodeState {
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

export function usePromoCode(event: Pick<Event, "id" | "slug">): PromoCodeState {
  const { slug } = event;
  const promo = useDraft(slug)?.promo ?? null;
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<PromoCodeState["refused"]>(null);
  const inAddress = new URLSearchParams(search).get("code")?.trim() ?? "";

  async function apply(code: string) {
    setBusy(true);
    const msg = await checkPromoCode(code, { api, store: draftStoreOf(slug), event });
    setBusy(false);
    setRefused(msg === null ? null : { code, msg });
    return msg === null;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code of the address is applied once, until another is there.
  useEffect(() => {
    const code = inAddress || (draftStoreOf(slug).get().promo?.code ?? "");
    if (code !== "") void apply(code);
  }, [slug, inAddress]);

  return {
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
