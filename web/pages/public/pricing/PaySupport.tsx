import { useState } from "react";
import { Link, useLocation, useNavigate, useRevalidator } from "react-router";
import { requestKeys } from "../../../act/requestKeys.ts";
import { requireApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { paths } from "../../../paths.ts";
import { browserClocks } from "../../../sale/browser.ts";
import { skewFrom } from "../../../sale/holdClock.ts";
import { createPayment } from "../../../sale/payment.ts";
import { PayStep } from "../checkout/PayStep.tsx";
import { PurchaseTerms } from "../checkout/PurchaseTerms.tsx";
import payClasses from "../checkout/payment.module.css";
import { Notice } from "../purchase/Notice.tsx";
import { OrderSummary } from "../purchase/OrderSummary.tsx";
import { PurchaseFrame } from "../purchase/PurchaseFrame.tsx";
import { declinedIn } from "./Following.tsx";
import { LogoPart } from "./LogoPart.tsx";
import type { OwnSupportPage } from "./load.ts";
import classes from "./PaySupport.module.css";
import { ticketsText } from "./ticketsText.ts";

export function PaySupport({ event, proof, own, provider }: Omit<OwnSupportPage, "kind">) {
  const { slug } = event;
  const { sponsorship, order, isPublic } = own;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const declined = declinedIn(useLocation().state);
  const [payment] = useState(() => {
    const keys = requestKeys();
    const begin = async () => ({
      intent: await api.post("sponsorship/createSponsorshipPaymentIntent", proof, {
        idempotencyKey: keys.keyFor(proof),
        suppressToasts: true,
      }),
    });
    return createPayment({ accessKey: proof.accessKey, begin }, api);
  });
  const [hold] = useState(() => ({
    // If the hold has ended, the countdown is over immediately.
    expiresAt: own.keptUntil ?? own.now,
    skewMs: skewFrom(own.now, browserClocks),
  }));
  /** Loads the page again, also after a refusal. */
  async function endReservation() {
    try {
      await api.post("sponsorship/release", proof, { suppressToasts: true });
    } catch (error) {
      requireApiError(error);
    }
    await revalidate();
  }

  const isPackage = sponsorship.packageId !== null;
  const { firstName, lastName, organization, email, phone, message } = sponsorship.sponsorData;

  return (
    <PurchaseFrame
      event={event}
      heading="Review and pay"
      countdown={
        // A donation reserves nothing that others could buy.
        isPackage
          ? {
              hold,
              heldWords: "your package is",
              onEnded: () => {
                if (!payment.isUnderWay()) void endReservation();
              },
            }
          : null
      }
      asideFirst
      aside={
        <OrderSummary
          summary={order}
          heading="Your support"
          note={own.ticketCount === undefined ? null : ticketsText(own.ticketCount)}
        />
      }
    >
      <div className={payClasses.stack}>
        {declined !== null && (
          <Notice kind="problem" title={declined}>
            <p>Nothing was charged. You can try again.</p>
          </Notice>
        )}
        <section className={payClasses.card} aria-labelledby="from-whom">
          <div className={payClasses.cardHead}>
            <h2 id="from-whom">From</h2>
            <Link to={paths.pricing(slug)}>Change</Link>
          </div>
          <div className={classes.who}>
            <strong>{organization === "" ? `${firstName} ${lastName}` : organization}</strong>
            {organization !== "" && (
              <span>
                {firstName} {lastName}
              </span>
            )}
            <span>{email}</span>
            {phone !== "" && <span>{phone}</span>}
            {message !== "" && <q>{message}</q>}
            <span>
              {isPublic ? "May be shown on the event’s page." : "Will not be shown on the event’s page."}
            </span>
          </div>
        </section>
        {isPublic && (
          <LogoPart
            proof={proof}
            initialUrl={own.logoUrl}
            sponsorName={organization === "" ? `${firstName} ${lastName}`.trim() : organization}
          />
        )}
        <PayStep
          payment={payment}
          provider={provider}
          totalAmount={order.totalAmount}
          currency={order.currency}
          hold={hold}
          heldWords={isPackage ? "your package is" : null}
          terms={<PurchaseTerms event={event} />}
          returnPath={paths.pricing(slug, proof)}
          onPaid={async ({ paymentIntentId }) => {
            if (paymentIntentId === null) await revalidate();
            else await navigate(paths.pricing(slug, { ...proof, paymentIntentId }), { replace: true });
          }}
          onHoldEnded={endReservation}
        />
      </div>
    </PurchaseFrame>
  );
}
