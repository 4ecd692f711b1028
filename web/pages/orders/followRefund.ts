/** Watches money that is on its way back, so that who waits sees it arrive: asks ever more seldom, and quietly. */
import { useEffect } from "react";
import type { ListedOrder } from "../../../contract/shapes/refund.ts";
import { api } from "../../api/browser.ts";

const firstAskedAfterMs = 1000;
const mostMs = 30_000;

/** Calls `onNews` once the refund has moved. A refund that takes longer than a look at the page is found at the next. */
export function useFollowedRefund({ id, refundDue }: ListedOrder, onNews: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is due begins another watch.
  useEffect(() => {
    if (refundDue === 0) return;
    const ending = new AbortController();
    let afterMs = firstAskedAfterMs;
    let timer = setTimeout(() => void ask(), afterMs);
    async function ask(): Promise<void> {
      const told = await api
        .get("order/getHistory", { orderId: id }, { signal: ending.signal, suppressToasts: true })
        // Without an answer the next try is the answer.
        .catch(() => undefined);
      if (ending.signal.aborted) return;
      if (told !== undefined && told.order.refundDue !== refundDue) {
        onNews();
        return;
      }
      afterMs = Math.min(afterMs * 1.5, mostMs);
      timer = setTimeout(() => void ask(), afterMs);
    }
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [id, refundDue]);
}
