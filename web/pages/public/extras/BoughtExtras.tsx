import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { api } from "../../../api/browser.ts";
import { keepOnDevice } from "../../../lib/keepOnDevice.ts";
import { sleep } from "../../../lib/sleep.ts";
import { paths } from "../../../paths.ts";
import { extrasDraftOf, useExtrasDraft } from "../../../sale/extrasDraft.ts";
import { pollUntilDecided } from "../../../sale/followUp.ts";
import { wordsOfExtras } from "../../../sale/refundWords.ts";
import { ExtrasCard } from "../bought/ExtrasCard.tsx";
import { EventLink } from "../EventLink.tsx";
import { Notice } from "../purchase/Notice.tsx";
import { PlacedOrder } from "../purchase/OrderSummary.tsx";
import classes from "../Success.module.css";
import type { BoughtExtrasPage, ExtrasAnswer } from "./loadExtras.ts";

export function BoughtExtras({
  event,
  proof,
  email,
  paymentIntentId,
  answer,
}: Omit<BoughtExtrasPage, "kind">) {
  const [{ purchase, order, awaitsPayment }, setLatest] = useState(answer);
  const [hasGivenUp, setGivenUp] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { slug } = event;
  const { registrationId, accessKey } = proof;
  const { paymentStatus } = purchase;
  const isPaid = paymentStatus === "paid" || paymentStatus === "free";
  const canPay = useExtrasDraft(registrationId)?.kept?.intent.paymentIntentId === paymentIntentId;
  const status = awaitsPayment && paymentStatus === "pending" ? "notPaid" : paymentStatus;
  const { title, text } = wordsOfExtras(status, order);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened page follows the payment once.
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const isDecided = (latest: ExtrasAnswer) => latest.purchase.paymentStatus !== "pending";
    const saveOutcome = (latest: ExtrasAnswer) => {
      if (!isDecided(latest)) return;
      const store = extrasDraftOf(registrationId);
      if (store.get().kept?.intent.paymentIntentId === paymentIntentId)
        store.change({ choice: {}, kept: null });
      // The ticket page may have a new code.
      void keepOnDevice(new URL(paths.tickets(slug, proof), location.origin).href);
    };
    // The form that had the focus may be gone.
    heading.current?.focus({ preventScroll: true });
    if (isDecided(answer)) saveOutcome(answer);
    else if (paymentIntentId !== null) {
      const askServer = async (): Promise<ExtrasAnswer> => {
        const payment = { paymentIntentId, accessKey };
        const options = { signal, suppressToasts: true };
        const latest = await api.get("stripe/get-registration-from-payment", payment, options);
        return { ...latest, purchase: latest.extrasPurchase ?? purchase };
      };
      const onAnswer = (latest: ExtrasAnswer) => {
        setLatest(latest);
        saveOutcome(latest);
      };
      void pollUntilDecided(askServer, isDecided, { wait: sleep, signal, onAnswer }).then((isSettled) => {
        if (!isSettled && !signal.aborted) setGivenUp(true);
      });
    }
    return () => abort.abort();
  }, []);

  return (
    <div className={`container ${classes.page}`} data-outcome={status}>
      <header className="pageHead" aria-live="polite">
        <EventLink event={event} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {isPaid ? (
          <p>
            {text}
            {email !== null && (
              <>
                {" "}
                We also mail it to <strong>{email}</strong>.
              </>
            )}
          </p>
        ) : (
          <Notice kind={status === "pending" ? "info" : "warning"} title={text}>
            {status === "pending" && hasGivenUp && (
              <p>
                This takes longer than usual. You can close this page: you get your extras or your money back.
              </p>
            )}
            {(canPay || status === "notPaid" || status === "failed") && (
              <Link className="button" to={paths.extrasPurchase(slug, proof, canPay ? { step: "pay" } : {})}>
                {canPay ? "Back to the payment" : "Choose extras again"}
              </Link>
            )}
          </Notice>
        )}
      </header>
      {isPaid && (
        <section className={classes.tickets} aria-label="Extras">
          <ExtrasCard purchase={purchase} event={event} />
        </section>
      )}
      <section className={classes.next} aria-label="What to do next">
        <p>
          <Link className="button" to={paths.tickets(slug, proof)}>
            Open your ticket page
          </Link>
        </p>
        {isPaid && (
          <p>
            It has all your codes, and shows them large for the door. It is saved on this device and works
            offline.
          </p>
        )}
      </section>
      {order !== null && <PlacedOrder order={order} />}
    </div>
  );
}
