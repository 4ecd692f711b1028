/**
 * One attempt to pay runs at a time. An attempt without an answer is repeated under the same key if the card is the
 * same, so that nobody pays twice.
 */
import type { PaymentIntent, Settlement, TestCard } from "../../contract/shapes/money/payment.ts";
import { oneAtATime } from "../act/oneAtATime.ts";
import { requestKeys } from "../act/requestKeys.ts";
import { ApiError, requireApiError } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import { nextPauseMs } from "../lib/askAgain.ts";
import { sleep } from "../lib/sleep.ts";
import type { FollowUpParts } from "./followUp.ts";

/** `intent` is null if there is nothing to pay. */
export interface PreparedPayment {
  readonly intent: PaymentIntent | null;
}

export interface Payable {
  readonly accessKey: string;
  /** Creates the order and, unless it is free, its intent, if not made yet. After a failure, it must create no others. */
  begin(): Promise<PreparedPayment>;
}

export type AttemptOutcome =
  /** The payment is settled, or there is none. The next page shows whether the purchase succeeded. */
  | { kind: "settled"; paymentIntentId: string | null }
  /** The server has answered, but the order is still pending. */
  | { kind: "working"; paymentIntentId: string }
  /** The bank asks the buyer to confirm. */
  | { kind: "confirm" }
  | { kind: "declined"; msg: string }
  | { kind: "holdEnded" }
  | { kind: "failed"; msg: string }
  /** The page was left before an answer. */
  | { kind: "left" };

/** `isCertain` is false if the provider's element may have paid nevertheless. */
export interface ElementRefusal {
  readonly msg: string;
  readonly isCertain: boolean;
}

export interface Payment {
  /** Calls `begin` once, and again after a failure. */
  prepare(): Promise<PreparedPayment>;
  /** Completes a free order. */
  complete(): Promise<AttemptOutcome>;
  /** `confirmed` answers the test provider's confirmation step. */
  payByTestCard(card: TestCard, confirmed: boolean): Promise<AttemptOutcome>;
  /** While true, the page must not end the hold. */
  isUnderWay(): boolean;
  /**
   * Lets the provider's element pay, then asks the server until it answers or the pauses are used up. Calls `onUnsure`
   * before each pause. If the element may have paid, the next attempt only asks the server.
   */
  payByElement(pay: () => Promise<ElementRefusal | null>, onUnsure: () => void): Promise<AttemptOutcome>;
  /** Asks the server in the same way about an attempt of an earlier page. */
  resume(onUnsure: () => void): Promise<AttemptOutcome>;
  /** Stops asking the server. */
  leave(): void;
}

export function createPayment(
  { accessKey, begin }: Payable,
  api: Pick<Api, "post">,
  wait: FollowUpParts["wait"] = sleep,
): Payment {
  let prepared: Promise<PreparedPayment> | null = null;
  const keys = requestKeys();
  const attempts = oneAtATime<AttemptOutcome>();
  let elementPaid: "no" | "perhaps" | "yes" = "no";
  let leaveController = new AbortController();

  return {
    prepare,
    complete: () =>
      runOnce(async () => {
        await prepare();
        return { kind: "settled", paymentIntentId: null };
      }),
    payByTestCard: (card, confirmed) => runOnce(() => settle(confirmed ? { ...card, confirmed } : card)),
    isUnderWay: attempts.isUnderWay,
    payByElement: (pay, onUnsure) =>
      runOnce(async () => {
        if (elementPaid === "no") {
          const refusal = await pay();
          if (refusal?.isCertain) return { kind: "declined", msg: refusal.msg };
          elementPaid = refusal === null ? "yes" : "perhaps";
        }
        return askUntilAnswered(onUnsure);
      }),
    resume: (onUnsure) =>
      runOnce(async () => {
        elementPaid = "perhaps";
        const outcome = await askUntilAnswered(onUnsure);
        // The bank's question was on the earlier page and is lost. The next attempt shows it again.
        if (outcome.kind === "confirm") elementPaid = "no";
        return outcome;
      }),
    leave() {
      leaveController.abort();
      // A page that is shown again uses the same payment.
      leaveController = new AbortController();
    },
  };

  async function askUntilAnswered(onUnsure: () => void): Promise<AttemptOutcome> {
    const { signal } = leaveController;
    for (let attempt = 0; ; attempt++) {
      const outcome = await settle(undefined).catch(outcomeOfFailure);
      if (outcome.kind !== "failed" || elementPaid === "no") return outcome;
      const waitMs = nextPauseMs(attempt);
      if (waitMs === null) return { kind: "failed", msg: notConfirmed };
      onUnsure();
      await wait(waitMs, signal);
      if (signal.aborted) return { kind: "left" };
    }
  }

  function prepare(): Promise<PreparedPayment> {
    prepared ??= begin().catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    return prepared;
  }

  async function settle(card: TestCard | undefined): Promise<AttemptOutcome> {
    const { intent } = await prepare();
    if (intent === null) return { kind: "settled", paymentIntentId: null };
    const { paymentIntentId } = intent;
    const body = { paymentIntentId, accessKey, ...(card && { card }) };
    let settlement: Settlement;
    try {
      settlement = await keys.send(body, (idempotencyKey) =>
        api.post("stripe/confirm-payment", body, { idempotencyKey, suppressToasts: true }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === "paymentFailed") elementPaid = "no";
      throw error;
    }
    if (settlement.nextAction === "confirm") return { kind: "confirm" };
    if (elementPaid === "perhaps" && settlement.awaitsPayment) {
      elementPaid = "no";
      return { kind: "failed", msg: notArrived };
    }
    return { kind: settlement.processed ? "settled" : "working", paymentIntentId };
  }

  /** A second click during an attempt gets the result of the first. */
  function runOnce(attempt: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
    return attempts.run(() => attempt().catch(outcomeOfFailure));
  }
}

/** Replaces the failure's message: "try again" would be wrong for a card that may have been charged. */
const notConfirmed =
  "We could not confirm your payment. Your bank may have paid already, so do not pay twice: we mail you as soon as we know.";

/** An intent is paid once, so paying again is safe. */
const notArrived = "Your payment did not arrive. You can pay again here. You will be charged only once.";

/** Throws errors that are not of the API. */
export function outcomeOfFailure(error: unknown): AttemptOutcome {
  requireApiError(error);
  const { code, msg } = error;
  if (code === "paymentFailed") return { kind: "declined", msg };
  if (code === "alreadyPaid") return { kind: "settled", paymentIntentId: null };
  if (code === "holdExpired" || code === "notFound") return { kind: "holdEnded" };
  return { kind: "failed", msg };
}
