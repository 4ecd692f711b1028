/**
 * What a list does by itself, without a form: switching, ordering. One thing at a time, and the page is fetched anew
 * when it is done; a refusal is told by the client (web/api/browser.ts), and the list then shows what is true.
 */
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "../../../api/apiError.ts";

export function useActing(): { isBusy: boolean; act: (work: () => Promise<unknown>) => Promise<void> } {
  const { revalidate } = useRevalidator();
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function act(work: () => Promise<unknown>): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await work().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      await revalidate();
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }
  return { isBusy, act };
}
