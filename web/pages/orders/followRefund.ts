/** Asks the server for a refund in progress, at growing intervals. Shows no failure but the end of the session. */
import { useEffect } from "react";
import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import { api } from "../../api/browser.ts";

const firstPauseMs = 1000;
const maxPauseMs = 30_000;

/** Calls `onChanged` once `refundDue` has changed. */
export function useFollowedRefund({ id, refundDue }: ListedOrder, onChanged: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another order or due amount starts another watch.
  useEffect(() => {
    if (refundDue === 0) return;
    const abort = new AbortController();
    let pauseMs = firstPauseMs;
    let timer = setTimeout(() => void ask(), pauseMs);
    async function ask(): Promise<void> {
      const answer = await api
        .get("order/getHistory", { orderId: id }, { signal: abort.signal, suppressToasts: true })
        // The next attempt repeats a failed request.
        .catch(() => undefined);
      if (abort.signal.aborted) return;
      if (answer !== undefined && answer.order.refundDue !== refundDue) {
        onChanged();
        return;
      }
      pauseMs = Math.min(pauseMs * 1.5, maxPauseMs);
      timer = setTimeout(() => void ask(), pauseMs);
    }
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [id, refundDue]);
}
