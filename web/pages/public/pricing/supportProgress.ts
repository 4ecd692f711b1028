import { requireApiError } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import { outcomeWords } from "../../../sale/outcome.ts";

/** `declined`: the message if the payment failed, or if the buyer has to pay again. */
interface PaymentProgress {
  isDecided: boolean;
  declined: string | null;
}

interface SupportPayment {
  accessKey: string;
  paymentIntentId: string;
  /** The number of earlier requests. */
  attempt: number;
  signal: AbortSignal;
}

export async function supportProgress(
  api: Pick<Api, "get" | "post">,
  { accessKey, paymentIntentId, attempt, signal }: SupportPayment,
): Promise<PaymentProgress> {
  const payment = { paymentIntentId, accessKey };
  const options = { signal, suppressToasts: true };
  try {
    const { processed, awaitsPayment = false } =
      // Only `confirm-payment` tells why a payment was declined.
      attempt === 0
        ? await api.post("stripe/confirm-payment", payment, options)
        : await api.get("stripe/get-registration-from-payment", payment, options);
    if (awaitsPayment && !processed) return { isDecided: true, declined: outcomeWords.notPaid.title };
    return { isDecided: processed, declined: null };
  } catch (error) {
    requireApiError(error);
    if (error.code === "paymentFailed") return { isDecided: true, declined: error.msg };
    if (error.code === "holdExpired" || error.code === "notFound") return { isDecided: true, declined: null };
    throw error;
  }
}
