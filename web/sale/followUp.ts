import type { PayloadOf } from "../../contract/all.ts";
import type { Settlement } from "../../contract/shapes/money/payment.ts";
import { ApiError } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import { nextPauseMs } from "../lib/askAgain.ts";
import { outcomeOfPurchase } from "./outcome.ts";

export type PurchaseStatus = Pick<
  PayloadOf<"registration/getRegistration">,
  "registration" | "attendees" | "order"
> &
  Pick<Settlement, "awaitsPayment">;

export interface FollowUpInput {
  registrationId: number;
  accessKey: string;
  /** Null if the page does not know it. */
  paymentIntentId: string | null;
}

export interface FollowUpParts {
  api: Pick<Api, "get" | "post">;
  /** Waits, until the signal aborts at the latest. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Asks about a purchase like `pollUntilDecided`. With a payment's id, the first request confirms the payment. */
export function followUp(
  { registrationId, accessKey, paymentIntentId }: FollowUpInput,
  { api, wait }: FollowUpParts,
  { signal, onAnswer }: { signal: AbortSignal; onAnswer: (answer: PurchaseStatus) => void },
): Promise<boolean> {
  const isDecided = (purchase: PurchaseStatus) => {
    const outcome = outcomeOfPurchase({ ...purchase, paying: paymentIntentId !== null });
    return outcome !== "checking" && outcome !== "unpaid" && outcome !== "notPaid";
  };
  return pollUntilDecided(askServer, isDecided, { wait, signal, onAnswer });

  async function askServer(attempt: number): Promise<PurchaseStatus> {
    const options = { signal, suppressToasts: true };
    if (paymentIntentId === null) {
      return api.get("registration/getRegistration", { registrationId, accessKey }, options);
    }
    const payment = { paymentIntentId, accessKey };
    const answer =
      attempt === 0
        ? await api.post("stripe/confirm-payment", payment, options)
        : await api.get("stripe/get-registration-from-payment", payment, options);
    // A payment for tickets always has a registration.
    return { ...answer, registration: answer.registration! };
  }
}

/**
 * Asks until an answer decides, at most until the pauses are used up or the page is left. `attempt` is the number of
 * earlier requests. Returns whether an answer decided.
 */
export async function pollUntilDecided<Answer>(
  ask: (attempt: number) => Promise<Answer>,
  isDecided: (answer: Answer) => boolean,
  {
    wait,
    signal,
    onAnswer,
  }: Pick<FollowUpParts, "wait"> & { signal: AbortSignal; onAnswer: (answer: Answer) => void },
): Promise<boolean> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const answer = await ask(attempt);
      if (signal.aborted) return false;
      onAnswer(answer);
      if (isDecided(answer)) return true;
    } catch (error) {
      // A failed call decides nothing, so the server is asked again.
      if (signal.aborted || !(error instanceof ApiError)) return false;
    }
    const waitMs = nextPauseMs(attempt);
    if (waitMs === null) return false;
    await wait(waitMs, signal);
  }
  return false;
}
