/** The page around it must not end the hold during an attempt (`payment.isUnderWay`). */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { ProviderName, TestCard } from "../../../../contract/shapes/money/payment.ts";
import { browserClocks } from "../../../sale/browser.ts";
import { type HoldDeadline, readHold } from "../../../sale/holdClock.ts";
import {
  type AttemptOutcome,
  outcomeOfFailure,
  type Payment,
  type PreparedPayment,
} from "../../../sale/payment.ts";
import { Notice } from "../purchase/Notice.tsx";
import { ConfirmStep } from "./ConfirmStep.tsx";
import classes from "./payment.module.css";
import { TestCardForm } from "./TestCardForm.tsx";

/** Its script is loaded only for payments with Stripe. */
const StripeForm = lazy(() => import("./StripeForm.tsx"));

/** Settled, or the order is still pending. */
export type PaidOutcome = Extract<AttemptOutcome, { kind: "settled" | "working" }>;

/** `refused`: the buyer said no in `ConfirmStep`. `unsure`: the bank may have paid. */
type Problem = { kind: "declined" | "refused" | "failed"; title: string } | { kind: "unsure" };

interface PayStepProps {
  payment: Payment;
  provider: ProviderName;
  /** As the buyer was shown it, in minor units. */
  totalAmount: number;
  currency: Currency;
  hold: HoldDeadline;
  /** The beginning of "… still held", such as "your tickets are"; null if nothing is held. */
  heldWords: string | null;
  free?: { words: string; label: string };
  terms: ReactNode;
  /** Our path to which a bank redirects the buyer. */
  returnPath: string;
  /** Whether a card may have been charged earlier. Then the server is asked first. */
  mayHavePaid?: boolean;
  /** True before a card goes to the provider; false when it was declined or the bank asks. */
  onPaying?: (paying: boolean) => void;
  onPaid: (paid: PaidOutcome) => Promise<void>;
  /** Called when the hold has ended, as far as this page knows. */
  onHoldEnded: () => Promise<void>;
}

export function PayStep(step: PayStepProps) {
  const { payment, provider, hold, heldWords, free, mayHavePaid = false } = step;
  const [preparedPayment, setPreparedPayment] = useState<PreparedPayment | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [cardToConfirm, setCardToConfirm] = useState<TestCard | null>(null);
  const isFree = step.totalAmount === 0;
  const amount = formatMoney(step.totalAmount, step.currency);

  async function showOutcome(outcome: AttemptOutcome, card: TestCard | null = null) {
    switch (outcome.kind) {
      case "settled":
      case "working":
        return step.onPaid(outcome);
      case "confirm":
        setCardToConfirm(card);
        return;
      case "holdEnded":
        return step.onHoldEnded();
      case "declined":
      case "failed":
        // The hold's clock may have run out while the bank was deciding.
        if (readHold(hold, browserClocks).remainingMs === 0) await step.onHoldEnded();
        else setProblem({ kind: outcome.kind, title: outcome.msg });
        return;
      case "left":
      // The buyer is on another page now.
    }
  }

  async function runAttempt(run: () => Promise<AttemptOutcome>, card: TestCard | null = null) {
    setBusy(true);
    setProblem(null);
    try {
      const outcome = await run();
      if (outcome.kind === "declined" || outcome.kind === "confirm") step.onPaying?.(false);
      await showOutcome(outcome, card);
    } finally {
      setBusy(false);
    }
  }

  function pay(run: () => Promise<AttemptOutcome>, card: TestCard | null = null) {
    step.onPaying?.(true);
    return runAttempt(run, card);
  }

  function prepare() {
    setProblem(null);
    payment.prepare().then(setPreparedPayment, (error: unknown) => showOutcome(outcomeOfFailure(error)));
  }

  async function resume() {
    await runAttempt(() => payment.resume(() => setProblem({ kind: "unsure" })));
    // If `prepare` failed in the attempt, the page already shows the problem.
    await payment.prepare().then(setPreparedPayment, () => {});
  }
  // The intent is created before the buyer presses the button. A free order waits for its button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment, not for each rendering.
  useEffect(() => {
    if (!isFree && mayHavePaid) void resume();
    else if (!isFree) prepare();
    return () => payment.leave();
  }, [payment]);

  return (
    <div className={classes.stack}>
      {problem?.kind === "unsure" && (
        <Notice kind="problem" title="We could not confirm your payment yet.">
          <p>
            Your bank may have paid already, so do not pay twice. This page keeps checking. You can also close
            it: we mail you as soon as we know.
          </p>
        </Notice>
      )}
      {problem !== null && problem.kind !== "unsure" && (
        <Notice kind="problem" title={problem.title}>
          {problem.kind !== "failed" && (
            <p>
              Nothing was charged{heldWords !== null && `, and ${heldWords} still held`}. You can try again.
            </p>
          )}
          {preparedPayment === null && !isFree && (
            <button type="button" className="button" onClick={mayHavePaid ? () => void resume() : prepare}>
              {mayHavePaid ? "Check now" : "Try again"}
            </button>
          )}
        </Notice>
      )}
      {isFree && free !== undefined && (
        <div className={classes.card}>
          <p className={classes.small}>{free.words}</p>
          {step.terms}
          <button
            type="button"
            className={`button ${classes.pay}`}
            aria-disabled={isBusy || undefined}
            onClick={() => void runAttempt(() => payment.complete())}
          >
            {isBusy ? "One moment…" : free.label}
          </button>
        </div>
      )}
      {!isFree && provider === "test" && (
        <TestCardForm
          label={`Pay ${amount}`}
          terms={step.terms}
          busy={isBusy}
          isDeclined={problem?.kind === "declined"}
          onPay={(card) => pay(() => payment.payByTestCard(card, false), card)}
        />
      )}
      {!isFree && provider === "stripe" && preparedPayment?.intent && (
        <Suspense fallback={<p className={classes.small}>Loading the payment form…</p>}>
          <StripeForm
            intent={preparedPayment.intent}
            label={`Pay ${amount}`}
            terms={step.terms}
            busy={isBusy}
            heldWords={heldWords}
            returnUrl={new URL(step.returnPath, location.origin).href}
            onPay={(byElement) =>
              pay(() => payment.payByElement(byElement, () => setProblem({ kind: "unsure" })))
            }
          />
        </Suspense>
      )}
      {cardToConfirm !== null && (
        <ConfirmStep
          amount={amount}
          onAnswer={(isConfirmed) => {
            setCardToConfirm(null);
            if (isConfirmed) void pay(() => payment.payByTestCard(cardToConfirm, true), cardToConfirm);
            else setProblem({ kind: "refused", title: "You declined the payment at your bank." });
          }}
        />
      )}
    </div>
  );
}
