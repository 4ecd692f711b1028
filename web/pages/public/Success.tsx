/** The page `/{slug}/success`. */

import { useEffect, useState } from "react";
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useRevalidator } from "react-router";
import { isFinalRefusal } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { keepOnDevice } from "../../lib/keepOnDevice.ts";
import { sleep } from "../../lib/sleep.ts";
import { paths } from "../../paths.ts";
import { draftStoreOf } from "../../sale/draftStore.ts";
import { followUp, type PurchaseStatus } from "../../sale/followUp.ts";
import { canCorrectDetails } from "../../sale/mayChange.ts";
import { offersExtras } from "../../sale/moreExtras.ts";
import { outcomeOfPurchase } from "../../sale/outcome.ts";
import { paymentIntentIn, proofIn } from "../../sale/proof.ts";
import { wordsOfOutcome } from "../../sale/refundWords.ts";
import { ExtrasCard } from "./bought/ExtrasCard.tsx";
import { MissingDetails } from "./bought/MissingDetails.tsx";
import { TicketActions } from "./bought/TicketActions.tsx";
import { TicketCard } from "./bought/TicketCard.tsx";
import { TicketsUnknown } from "./bought/TicketsUnknown.tsx";
import { EventLink } from "./EventLink.tsx";
import { GoToPayment } from "./purchase/GoToPayment.tsx";
import { Notice } from "./purchase/Notice.tsx";
import { OrderSummary, PlacedOrder } from "./purchase/OrderSummary.tsx";
import classes from "./Success.module.css";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params.slug?.toLowerCase() ?? "";
  const url = new URL(request.url);
  const proof = proofIn(url);
  if (proof === null) {
    const { hold, bought } = draftStoreOf(slug).get();
    const draftProof = bought ?? hold;
    if (draftProof === null) return { slug, purchase: null };
    const { registrationId, accessKey } = draftProof;
    throw redirect(paths.success(slug, { registrationId, accessKey }));
  }
  const paymentIntentId = paymentIntentIn(url.searchParams);
  try {
    const api = apiFrom(context);
    const { signal } = request;
    const status = await api.get("registration/getRegistration", proof, { signal, suppressToasts: true });
    const moreExtras = await offersExtras(api, { proof, ...status }, signal);
    return { slug, purchase: { proof, paymentIntentId, status, moreExtras } };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return { slug, purchase: null };
  }
}

export const eventOf = ({ purchase }: Awaited<ReturnType<typeof loader>>) => purchase?.status.event ?? null;

export function Component() {
  const { slug, purchase } = useLoaderData<typeof loader>();
  if (purchase === null) return <TicketsUnknown slug={slug} />;
  return <Outcome key={purchase.proof.registrationId} {...purchase} />;
}

type FoundPurchase = NonNullable<Awaited<ReturnType<typeof loader>>["purchase"]>;

function Outcome({ proof, paymentIntentId, status, moreExtras }: FoundPurchase) {
  const { event, quote } = status;
  const { slug } = event;
  const [latest, setLatest] = useState<PurchaseStatus>(status);
  const [hasGivenUp, setGivenUp] = useState(false);
  const { revalidate } = useRevalidator();
  const { registration, attendees, order, awaitsPayment } = latest;
  const isEventCancelled = event.cancelledAt !== null;
  const outcome = outcomeOfPurchase({
    registration,
    order,
    paying: paymentIntentId !== null,
    awaitsPayment,
    isEventCancelled,
  });
  const { title, text } = wordsOfOutcome(outcome, order);
  const { registrationId, accessKey } = proof;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened page follows the payment once.
  useEffect(() => {
    const abort = new AbortController();
    const saveBought = () => {
      if (accessKey === undefined) return;
      const store = draftStoreOf(slug);
      const { hold } = store.get();
      // If another purchase has a hold meanwhile, its draft is not changed.
      if (hold === null || hold.registrationId === registrationId) {
        store.dispatch({ type: "bought", bought: { registrationId, accessKey } });
      }
      void keepOnDevice(new URL(paths.tickets(slug, { registrationId, accessKey }), location.origin).href);
    };
    if (outcome === "confirmed") saveBought();
    else if ((outcome === "checking" || outcome === "unpaid") && accessKey !== undefined) {
      const { signal } = abort;
      const onAnswer = (latestStatus: PurchaseStatus) => {
        setLatest(latestStatus);
        if (latestStatus.registration.state !== "active") return;
        saveBought();
        // A `PurchaseStatus` has no extras, so they are loaded now.
        void revalidate();
      };
      void followUp(
        { registrationId, accessKey, paymentIntentId },
        { api, wait: sleep },
        { signal, onAnswer },
      ).then((isDecided) => {
        if (!isDecided && !signal.aborted) setGivenUp(true);
      });
    }
    return () => abort.abort();
  }, []);

  const mailedTo = [...new Set(attendees.flatMap(({ email }) => email ?? []))];
  return (
    <div className={`container ${classes.page}`} data-outcome={outcome}>
      <header className="pageHead" aria-live="polite">
        <EventLink event={event} />
        <h1>{title}</h1>
        {outcome === "confirmed" ? (
          <p>
            {text} {attendees.length > 1 ? "Your tickets are" : "Your ticket is"} below
            {mailedTo.length > 0 && (
              <>
                , and mailed to <strong>{mailedTo.join(", ")}</strong>
              </>
            )}
            .
            {mailedTo.length > 0 && canCorrectDetails(event, proof) && (
              <>
                {" "}
                Wrong address? <Link to={paths.changeTickets(slug, proof)}>Correct the address</Link>.
              </>
            )}
          </p>
        ) : (
          <Notice kind={outcome === "checking" ? "info" : "warning"} title={text}>
            {isEventCancelled && event.cancelMessage !== undefined && <p>{event.cancelMessage}</p>}
            {outcome === "checking" && hasGivenUp && (
              <p>
                This takes longer than usual. You can close this page: you get your tickets or your money
                back.
              </p>
            )}
            {(outcome === "unpaid" || outcome === "notPaid") && (
              <GoToPayment slug={slug} registrationId={registrationId} />
            )}
            {(outcome === "expired" || outcome === "refundedLate") && (
              <Link className="button" to={paths.tickets(slug)}>
                Choose tickets again
              </Link>
            )}
          </Notice>
        )}
      </header>

      {outcome === "confirmed" && (
        <>
          <section className={classes.tickets} aria-label="Tickets">
            {attendees.map((attendee) => (
              <TicketCard key={attendee.id} attendee={attendee} event={event} />
            ))}
          </section>
          {status.extrasPurchases.length > 0 && (
            <section className={classes.tickets} aria-label="Extras">
              {status.extrasPurchases.map((purchase) => (
                <ExtrasCard key={purchase.id} purchase={purchase} event={event} />
              ))}
            </section>
          )}
          {canCorrectDetails(event, proof) && (
            <MissingDetails attendees={attendees} changePage={paths.changeTickets(slug, proof)} />
          )}
          <section className={classes.next} aria-label="What to do next">
            <TicketActions event={event} proof={proof} moreExtras={moreExtras} />
            <p>
              <Link to={paths.tickets(slug, proof)}>Open your ticket page</Link> for large codes at the door.
              It is saved on this device and works offline.
            </p>
          </section>
        </>
      )}
      {order !== null && <PlacedOrder order={order} />}
      {order === null && quote !== null && <OrderSummary summary={quote} heading="Your order" />}
    </div>
  );
}
