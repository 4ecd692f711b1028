/** Watches a refund in progress, so that staff see it arrive. Asks at growing intervals, without messages. */
import { useEffect } from "react";
import type { ListedOrder } from "../../../contract/shapes/refund.ts";
import { api } from "../../api/browser.ts";

const firstAskedAfterMs = 1000;
const mostMs = 30_000;

/** Calls `onNews` once the refund has changed. A slower refund is seen when the page is opened again. */
export function useFollowedRefund({ id, refundDue }: ListedOrder, onNews: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the due amount starts another watch.
  useEffect(() => {
    if (refundDue === 0) return;
    const ending = new AbortController();
    let afterMs = firstAskedAfterMs;
    let timer = setTimeout(() => void ask(), afterMs);
    async function ask(): Promise<void> {
      const answer = await api
        .get("order/getHistory", { orderId: id }, { signal: ending.signal, suppressToasts: true })
        // A failed request is repeated by the next attempt.
        .catch(() => undefined);
      if (ending.signal.aborted) return;
      if (answer !== undefined && answer.order.refundDue !== refundDue) {
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
