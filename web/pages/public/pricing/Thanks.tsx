import { useEffect } from "react";
import { Link } from "react-router";
import { formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { OwnSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { awaitsBuyerWords } from "../../../sale/refundWords.ts";
import payClasses from "../checkout/payment.module.css";
import { EventLink } from "../EventLink.tsx";
import { OrderSummary } from "../purchase/OrderSummary.tsx";
import { LogoPart } from "./LogoPart.tsx";
import type { OwnSupportPage } from "./load.ts";
import { Receipt } from "./Receipt.tsx";
import { supportStoreOf } from "./supportStore.ts";
import classes from "./Thanks.module.css";

export function Thanks({ event, proof, own }: Pick<OwnSupportPage, "event" | "proof" | "own">) {
  const { sponsorship, order, isPublic } = own;
  const { firstName, lastName, organization, email } = sponsorship.sponsorData;
  const isPackage = sponsorship.packageId !== null;
  const waitingText = awaitsBuyerWords(order);
  const refunded = order.refundedAmount - (order.refundAwaitsBuyer ?? 0);

  // The draft is no longer needed, unless another support was begun with it.
  useEffect(() => {
    const store = supportStoreOf(event.slug);
    const { begun } = store.get();
    if (begun === null || begun.sponsorshipId === proof.sponsorshipId) store.forget();
  }, [event.slug, proof.sponsorshipId]);

  return (
    <div className={`container ${classes.page}`}>
      <header className="pageHead" aria-live="polite">
        <EventLink event={event} />
        <h1>{firstName === "" ? "Thank you" : `Thank you, ${firstName}`}</h1>
        <p>
          {isPackage
            ? `With the package ${sponsorship.packageType} you are a sponsor of ${event.name}. `
            : `Your donation to ${event.name} has arrived. `}
          The receipt is on its way to <strong>{email}</strong>.
        </p>
        {isPublic && own.isHidden !== true && event.config.showSponsors && (
          <p className={classes.small}>Your name is on the event’s page now.</p>
        )}
        {refunded > 0 && (
          <p className={classes.small}>Part of it was refunded. The receipt shows how much.</p>
        )}
        {waitingText !== null && <p className={classes.small}>{waitingText}</p>}
      </header>
      <OrderSummary
        summary={order}
        heading={`Order ${order.orderNumber}`}
        receiptNumber={order.receiptNumber}
      />
      {own.seats !== undefined && <Seats slug={event.slug} seats={own.seats} />}
      {isPublic && typeof own.logoUntil === "string" && (
        <LogoPart
          proof={proof}
          initialUrl={own.logoUrl}
          sponsorName={organization === "" ? `${firstName} ${lastName}`.trim() : organization}
          until={formatMoment(own.logoUntil, clocksOf(event)).text}
        />
      )}
      <p className={classes.actions}>
        <Receipt orderId={order.id} accessKey={proof.accessKey} />
        <Link className="button buttonQuiet" to={paths.event(event.slug)}>
          Back to the event
        </Link>
      </p>
    </div>
  );
}

function Seats({ slug, seats }: { slug: string; seats: NonNullable<OwnSponsorship["seats"]> }) {
  const { registrationId, accessKey, count, unnamed } = seats;
  return (
    <section className={payClasses.card} aria-labelledby="seats-part">
      <div className={payClasses.cardHead}>
        <h2 id="seats-part">Your tickets</h2>
      </div>
      <p>
        {count === 1 ? "Your package contains 1 ticket. " : `Your package contains ${count} tickets. `}
        {unnamed === 0
          ? "All of them have a name."
          : `${unnamed} of them ${unnamed === 1 ? "has" : "have"} no name yet. Name your guests, or send each of them the link of their ticket.`}
      </p>
      <p className={classes.actions}>
        <Link className="button" to={paths.tickets(slug, { registrationId, accessKey })}>
          {unnamed === 0 ? "See the tickets" : "Name your guests"}
        </Link>
      </p>
    </section>
  );
}
