/**
 * Paying what is held: the provider's intent, the tries. Invariants: the intent is asked for once however often the page
 * asks; one try is under way at a time; a try without an answer is repeated under the same key when it is the same card,
 * so that nobody pays twice; no card is kept. Once the provider's element may have paid, nothing but the server's answer
 * ends the try: until then the server is asked again.
 */
import type { PaymentIntent, Settlement, TestCard } from "../../contract/shapes/payment.ts";
import { oneAtATime } from "../act/oneAtATime.ts";
import { requestKeys } from "../act/requestKeys.ts";
import { ApiError } from "../api/apiError.ts";
import type { Api } from "../api/client.ts";
import { nextWaitMs, waitFor } from "../lib/askAgain.ts";
import type { FollowUpParts } from "./followUp.ts";

/** What can be paid now: the intent, or null where there is nothing to pay. */
export interface PreparedPayment {
  readonly intent: PaymentIntent | null;
}

/** Something to pay for: tickets, extras, a package, a donation. */
export interface Payable {
  /** What proves to the server whose it is. */
  readonly accessKey: string;
  /** Makes the order and its intent. Asked again after a failure, it must find the same ones. */
  begin(): Promise<PreparedPayment>;
}

/** What became of a try. */
export type TryOutcome =
  /** Settled, or free: what was bought is there, or the page after this says what happened instead. */
  | { kind: "settled"; paymentIntentId: string | null }
  /** The provider still works. */
  | { kind: "working"; paymentIntentId: string }
  /** The bank wants the buyer to confirm (test provider; Stripe's own element asks by itself). */
  | { kind: "confirm" }
  /** The card was declined, in words; the hold is still there. */
  | { kind: "declined"; msg: string }
  /** The hold has ended. */
  | { kind: "holdEnded" }
  /** Something else, in words; may be tried again. */
  | { kind: "failed"; msg: string }
  /** The page was left before the server could say. */
  | { kind: "left" };

/** Why the provider's own element did not pay, in words. `isCertain` is false where it may have been paid all the same. */
export interface ElementRefusal {
  readonly msg: string;
  readonly isCertain: boolean;
}

/** Pays one thing. */
export interface Payment {
  /** Begins, once. After a failure the next call tries again. */
  prepare(): Promise<PreparedPayment>;
  /** Completes a free order. */
  complete(): Promise<TryOutcome>;
  /** Tries a card with the test provider; `confirmed` answers its confirmation step. */
  payByTestCard(card: TestCard, confirmed: boolean): Promise<TryOutcome>;
  /** Whether a try is under way: until it is answered, the hold's clock is not the page's to stop. */
  isUnderWay(): boolean;
  /**
   * Lets the provider's own element pay, then asks the server, again and again while it cannot say: then `onUnsure` is
   * called. Where the element may have paid, the next try asks the server alone.
   */
  payByElement(pay: () => Promise<ElementRefusal | null>, onUnsure: () => void): Promise<TryOutcome>;
  /** Asks the server about a try of an earlier page in the same way, before another try may begin. */
  resume(onUnsure: () => void): Promise<TryOutcome>;
  /** Ends asking again, because nobody looks at the page any more. */
  leave(): void;
}

/** Makes the payment of something. */
export function createPayment(
  { accessKey, begin }: Payable,
  api: Pick<Api, "post">,
  wait: FollowUpParts["wait"] = waitFor,
): Payment {
  let prepared: Promise<PreparedPayment> | null = null;
  const keys = requestKeys();
  const trying = oneAtATime<TryOutcome>();
  /** Whether the provider's element has paid, as far as it could say. */
  let hasPaid: "no" | "perhaps" | "yes" = "no";
  let leaving = new AbortController();

  return {
    prepare,
    complete: () =>
      once(async () => {
        await prepare();
        return { kind: "settled", paymentIntentId: null };
      }),
    payByTestCard: (card, confirmed) => once(() => settle(confirmed ? { ...card, confirmed } : card)),
    isUnderWay: trying.isUnderWay,
    payByElement: (pay, onUnsure) =>
      once(async () => {
        if (hasPaid === "no") {
          const refused = await pay();
          if (refused?.isCertain) return { kind: "declined", msg: refused.msg };
          hasPaid = refused === null ? "yes" : "perhaps";
        }
        return askUntilAnswered(onUnsure);
      }),
    resume: (onUnsure) =>
      once(async () => {
        hasPaid = "perhaps";
        const outcome = await askUntilAnswered(onUnsure);
        // The bank's question went with the earlier page: it is asked again by another try.
        if (outcome.kind === "confirm") hasPaid = "no";
        return outcome;
      }),
    leave() {
      leaving.abort();
      leaving = new AbortController();
    },
  };

  async function askUntilAnswered(onUnsure: () => void): Promise<TryOutcome> {
    const { signal } = leaving;
    for (let asked = 0; ; asked++) {
      const outcome = await settle(undefined).catch(outcomeOfFailure);
      if (outcome.kind !== "failed" || hasPaid === "no") return outcome;
      const waitMs = nextWaitMs(asked);
      if (waitMs === null) return { kind: "failed", msg: notConfirmed };
      onUnsure();
      await wait(waitMs, signal).catch(() => undefined);
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

  async function settle(card: TestCard | undefined): Promise<TryOutcome> {
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
      if (error instanceof ApiError && error.code === "paymentFailed") hasPaid = "no";
      throw error;
    }
    if (settlement.nextAction === "confirm") return { kind: "confirm" };
    if (hasPaid === "perhaps" && settlement.awaitsPayment) {
      hasPaid = "no";
      return { kind: "failed", msg: notArrived };
    }
    return { kind: settlement.processed ? "settled" : "working", paymentIntentId };
  }

  /** A second click while the first is under way is the first. */
  function once(attempt: () => Promise<TryOutcome>): Promise<TryOutcome> {
    return trying.run(() => attempt().catch(outcomeOfFailure));
  }
}

/** What the last failure said, such as to try again, is not true of a card that may have been charged. */
const notConfirmed =
  "We could not confirm your payment. Your bank may have paid already, so do not pay twice: we mail you as soon as we know.";

/** The same intent is never paid twice, so paying again is safe. */
const notArrived = "Your payment did not arrive. You can pay again here; it is charged once.";

/** What a failed call means to the buyer. */
export function outcomeOfFailure(error: unknown): TryOutcome {
  if (!(error instanceof ApiError)) throw error;
  const { code, msg } = error;
  if (code === "paymentFailed") return { kind: "declined", msg };
  if (code === "alreadyPaid") return { kind: "settled", paymentIntentId: null };
  if (code === "holdExpired" || code === "notFound") return { kind: "holdEnded" };
  return { kind: "failed", msg };
}
