/** `/{slug}/checkout`: what is bought, for whom, and the payment. A declined card can be tried again on the same hold. */
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from "react-router";
import type { Event } from "../../../contract/event.ts";
import type { TestCard } from "../../../contract/payment.ts";
import { formatMoney } from "../../../contract/rules/money.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { browserClocks, newKey } from "./purchase/browser.ts";
import { ConfirmStep } from "./purchase/ConfirmStep.tsx";
import type { Hold, People } from "./purchase/draft.ts";
import { draftStoreOf, useDraft } from "./purchase/draftStore.ts";
import { endHold } from "./purchase/endHold.ts";
import { readHold } from "./purchase/holdClock.ts";
import { loadPurchase } from "./purchase/loadPurchase.ts";
import { NoHold } from "./purchase/NoHold.tsx";
import { Notice } from "./purchase/Notice.tsx";
import { OrderSummary } from "./purchase/OrderSummary.tsx";
import { PeopleSummary } from "./purchase/PeopleSummary.tsx";
import { PurchaseFrame } from "./purchase/PurchaseFrame.tsx";
import classes from "./purchase/payment.module.css";
import { createPayment, outcomeOfFailure, type Prepared, type TryOutcome } from "./purchase/payment.ts";
import { TestCardForm } from "./purchase/TestCardForm.tsx";

/** Stripe's part is fetched only by those who pay with it. */
const StripeForm = lazy(() => import("./purchase/StripeForm.tsx"));

export async function loader(args: LoaderFunctionArgs) {
  const info = apiFrom(args.context).get("info", undefined, {
    signal: args.request.signal,
    suppressToasts: true,
  });
  // Asked for beside the rest; if that fails first, nobody waits for it.
  info.catch(() => {});
  const { event } = await loadPurchase(args);
  const { hold, named } = draftStoreOf(event.slug).get();
  if (hold !== null && !named) throw redirect(paths.attendeeForm(event.slug));
  const { provider } = await info;
  return { event, provider };
}

export function Component() {
  const { event, provider } = useLoaderData<typeof loader>();
  const draft = useDraft(event.slug);
  if (draft === null || draft.hold === null) return <NoHold slug={event.slug} draft={draft} />;
  const { hold, people } = draft;
  return <Pay key={hold.registrationId} event={event} provider={provider} hold={hold} people={people} />;
}

interface PayProps {
  event: Event;
  provider: "stripe" | "test";
  hold: Hold;
  people: People;
}

function Pay({ event, provider, hold, people }: PayProps) {
  const { slug } = event;
  const { registrationId, accessKey, quote } = hold;
  const store = draftStoreOf(slug);
  const navigate = useNavigate();
  const [payment] = useState(() => createPayment(hold, api, newKey));
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ title: string; declined: boolean } | null>(null);
  const [asking, setAsking] = useState<TestCard | null>(null);
  const isFree = quote.totalAmount === 0;
  const amount = formatMoney(quote.totalAmount, quote.currency);
  const success = paths.success(slug, { registrationId, accessKey });

  async function ended() {
    if (await endHold(api, store)) await navigate(success, { replace: true });
  }

  async function show(outcome: TryOutcome, card: TestCard | null = null) {
    switch (outcome.kind) {
      case "settled":
      case "working": {
        const { paymentIntentId: id } = outcome;
        if (outcome.kind === "settled")
          store.happen({ type: "bought", bought: { registrationId, accessKey } });
        await navigate(id === null ? success : `${success}&paymentIntentId=${id}`, { replace: true });
        return;
      }
      case "confirm":
        setAsking(card);
        return;
      case "holdEnded":
        await ended();
        return;
      case "declined":
      case "failed":
        // The clock may have run out while the bank was thinking.
        if (readHold(hold, browserClocks).remainingMs === 0) await ended();
        else setProblem({ title: outcome.msg, declined: outcome.kind === "declined" });
    }
  }

  async function attempt(run: () => Promise<TryOutcome>, card: TestCard | null = null) {
    setBusy(true);
    setProblem(null);
    try {
      await show(await run(), card);
    } finally {
      setBusy(false);
    }
  }

  function prepare() {
    setProblem(null);
    payment.prepare().then(setPrepared, (error: unknown) => show(outcomeOfFailure(error)));
  }
  // The order and the intent are made while the buyer looks for their card. A free order waits for its button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment, not for each rendering.
  useEffect(() => {
    if (!isFree) prepare();
  }, [payment]);

  return (
    <PurchaseFrame
      event={event}
      step="Payment"
      heading={isFree ? "Almost there" : "Checkout"}
      isFree={isFree}
      hold={hold}
      onHoldEnded={() => {
        if (!payment.isUnderWay()) void ended();
      }}
      asideFirst
      aside={<OrderSummary summary={quote} heading="Your order" />}
    >
      <div className={classes.stack}>
        <PeopleSummary
          people={people}
          items={quote.items}
          everyGuest={event.config.saveAllAttendeesDetails}
        />
        {problem !== null && (
          <Notice kind="problem" title={problem.title}>
            {problem.declined && (
              <p>Nothing was charged, and your tickets are still held. You can try again.</p>
            )}
            {!problem.declined && prepared === null && !isFree && (
              <button type="button" className="button" onClick={prepare}>
                Try again
              </button>
            )}
          </Notice>
        )}
        {isFree && (
          <div className={classes.card}>
            <p className={classes.small}>
              There is nothing to pay. Your tickets are made as soon as you press the button.
            </p>
            <button
              type="button"
              className={`button ${classes.pay}`}
              aria-disabled={busy || undefined}
              onClick={() => void attempt(() => payment.complete())}
            >
              {busy ? "One moment…" : "Complete registration"}
            </button>
          </div>
        )}
        {!isFree && provider === "test" && (
          <TestCardForm
            label={`Pay ${amount}`}
            busy={busy}
            onPay={(card) => attempt(() => payment.payByTestCard(card, false), card)}
          />
        )}
        {!isFree && provider === "stripe" && prepared?.intent && (
          <Suspense fallback={<p className={classes.small}>Loading the payment form…</p>}>
            <StripeForm
              intent={prepared.intent}
              label={`Pay ${amount}`}
              busy={busy}
              returnUrl={new URL(success, location.origin).href}
              onPay={(pay) => attempt(() => payment.payByElement(pay))}
            />
          </Suspense>
        )}
        <p className={classes.small}>
          <Link to={paths.attendeeForm(slug)}>Change the details</Link>
        </p>
      </div>
      {asking !== null && (
        <ConfirmStep
          amount={amount}
          onAnswer={(confirmed) => {
            setAsking(null);
            if (confirmed) void attempt(() => payment.payByTestCard(asking, true), asking);
            else setProblem({ title: "You refused the payment at your bank.", declined: true });
          }}
        />
      )}
    </PurchaseFrame>
  );
}
