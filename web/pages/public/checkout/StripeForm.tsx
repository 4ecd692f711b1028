import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeError } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type FormEvent, type ReactNode, Suspense, use, useState } from "react";
import type { ColorScheme } from "../../../../contract/pageRenderer.ts";
import type { PaymentIntent } from "../../../../contract/shapes/money/payment.ts";
import type { ElementRefusal } from "../../../sale/payment.ts";
import { colorScheme } from "../../../stores/colorScheme.ts";
import { useStore } from "../../../stores/useStore.ts";
import { palette } from "../../../theme/palette.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./payment.module.css";

interface StripeFormProps {
  intent: PaymentIntent;
  label: string;
  terms: ReactNode;
  busy: boolean;
  heldWords: string | null;
  /** Where a bank redirects the buyer to. */
  returnUrl: string;
  /** Pays with `attempt`. If an earlier attempt may have paid, only asks the server. */
  onPay: (attempt: () => Promise<ElementRefusal | null>) => Promise<void>;
}

export default function StripeForm(props: StripeFormProps) {
  const { publishableKey } = props.intent;
  // Outside the Suspense boundary, because a component that suspends at its first rendering loses its state.
  const [stripePromise, setStripePromise] = useState(() => loadOrNull(publishableKey));
  return (
    <Suspense fallback={<p className={classes.small}>Loading the payment form…</p>}>
      <LoadedForm
        {...props}
        stripePromise={stripePromise}
        onRetry={() => setStripePromise(loadOrNull(publishableKey))}
      />
    </Suspense>
  );
}

interface LoadedFormProps extends StripeFormProps {
  stripePromise: Promise<Stripe | null>;
  onRetry: () => void;
}

function LoadedForm({ stripePromise, onRetry, ...form }: LoadedFormProps) {
  const stripe = use(stripePromise);
  const scheme = useStore(colorScheme);
  if (stripe === null) {
    return (
      <Notice kind="problem" title="The payment form could not be loaded.">
        <p>
          It comes from our payment provider, Stripe. Check your connection, or switch off your ad blocker.
          {form.heldWords !== null && ` Meanwhile ${form.heldWords} still held.`}
        </p>
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </Notice>
    );
  }
  return (
    <Elements
      stripe={stripe}
      options={{ clientSecret: form.intent.clientSecret, appearance: appearanceIn(scheme) }}
    >
      <PayForm {...form} />
    </Elements>
  );
}

function PayForm({ label, terms, busy, returnUrl, onPay }: StripeFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);

  function pay(event: FormEvent) {
    event.preventDefault();
    if (busy || stripe === null || elements === null) return;
    void onPay(async () => {
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: "if_required",
      });
      return error === undefined ? null : refusalOf(error);
    });
  }

  return (
    <form className={classes.card} onSubmit={pay}>
      <h2>Payment</h2>
      <PaymentElement onReady={() => setReady(true)} />
      {terms}
      <button
        type="submit"
        className={`button ${classes.pay}`}
        disabled={!isReady}
        aria-disabled={busy || undefined}
      >
        {busy ? "Paying…" : label}
      </button>
    </form>
  );
}

/** After `card_error` and `validation_error` nothing was paid. After other errors a payment may have been made. */
function refusalOf({ code, message, type }: StripeError): ElementRefusal | null {
  // The intent was paid, is being paid or was cancelled. The server knows which.
  if (code === "payment_intent_unexpected_state") return null;
  const isCertain = type === "card_error" || type === "validation_error";
  return { msg: message ?? "The payment did not go through. Try again.", isCertain };
}

/** Null if Stripe could not be loaded. */
async function loadOrNull(publishableKey: string | null): Promise<Stripe | null> {
  try {
    return await loadStripe(publishableKey ?? "");
  } catch {
    return null;
  }
}

function appearanceIn(scheme: ColorScheme): Appearance {
  return {
    theme: scheme === "dark" ? "night" : "stripe",
    variables: {
      colorPrimary: palette.primary,
      colorDanger: scheme === "dark" ? "#ef8484" : "#b23a3a",
      borderRadius: "10px",
      fontSizeBase: "16px",
      ...(scheme === "dark" && { colorBackground: palette.background }),
    },
  };
}
