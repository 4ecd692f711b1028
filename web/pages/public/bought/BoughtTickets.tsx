import { useState } from "react";
import { Link } from "react-router";
import { Facts } from "../../../event/Facts.tsx";
import { type Proof, paths } from "../../../paths.ts";
import { canCorrectDetails } from "../../../sale/mayChange.ts";
import { outcomeOfPurchase } from "../../../sale/outcome.ts";
import { wordsOfOutcome } from "../../../sale/refundWords.ts";
import { type BoughtRegistration, useSavedTickets } from "../../../sale/savedTickets.ts";
import { Fact } from "../../../ui/Fact.tsx";
import { itemsText } from "../../../words/itemsText.ts";
import { fullNameOf } from "../../../words/names.ts";
import { readerTimeText } from "../../../words/readerTime.ts";
import { GuestPart, type GuestTicket } from "../change/GuestPart.tsx";
import { EventLink } from "../EventLink.tsx";
import { EventCancelled } from "../purchase/EventCancelled.tsx";
import { GoToPayment } from "../purchase/GoToPayment.tsx";
import { Notice } from "../purchase/Notice.tsx";
import { PlacedOrder } from "../purchase/OrderSummary.tsx";
import classes from "./BoughtTickets.module.css";
import { ExtrasCard } from "./ExtrasCard.tsx";
import { LargeTicket, type TicketCode } from "./LargeTicket.tsx";
import { MissingDetails } from "./MissingDetails.tsx";
import { TicketActions } from "./TicketActions.tsx";
import { TicketCard } from "./TicketCard.tsx";
import { TicketsUnknown } from "./TicketsUnknown.tsx";

interface BoughtTicketsProps {
  proof: Proof;
  loaded: BoughtRegistration;
  moreExtras: boolean;
  /** Null without a guest's link, or if it could not be loaded. */
  guest: GuestTicket | null;
}

export function BoughtTickets({ proof, loaded, moreExtras, guest }: BoughtTicketsProps) {
  const { bought, savedAt, isGone } = useSavedTickets(proof, loaded);
  const [enlargedIndex, setEnlargedIndex] = useState<number | null>(null);
  const { registration, attendees, order, event } = bought;
  const outcome = outcomeOfPurchase({ registration, order, paying: false });
  const isActive = outcome === "confirmed";
  const shownAttendees = isActive ? attendees.filter(({ qrText }) => qrText !== null) : [];
  const purchases = isActive ? bought.extrasPurchases.filter(({ qrText }) => qrText !== null) : [];
  const codes: TicketCode[] = [
    ...shownAttendees.map((attendee) => ({
      name: fullNameOf(attendee),
      what: attendee.ticketTitle,
      qrText: attendee.qrText ?? "",
    })),
    ...purchases.map((purchase) => ({
      name: "Extras",
      what: itemsText(purchase.extrasData),
      qrText: purchase.qrText ?? "",
    })),
  ];
  const { title, text } = wordsOfOutcome(outcome, order);
  if (isGone) return <TicketsUnknown slug={event.slug} />;

  return (
    <div className={`container ${classes.page}`}>
      <header className="pageHead">
        <EventLink event={event} />
        <h1>{isActive ? (shownAttendees.length === 1 ? "Your ticket" : "Your tickets") : title}</h1>
        {savedAt !== null && (
          <p className={classes.saved} role="status">
            <strong>Saved copy</strong>
            {/* Empty if the time is not known. */}
            {savedAt !== "" && ` of ${readerTimeText(savedAt)}`}. It is valid at the door. You will see later
            changes when you are online again.
          </p>
        )}
        <EventCancelled event={event} />
        {!isActive && (
          <Notice kind="warning" title={text}>
            {outcome === "unpaid" && proof.accessKey !== undefined && (
              <GoToPayment slug={event.slug} registrationId={registration.id} />
            )}
            {(outcome === "expired" || outcome === "refundedLate") && (
              <Link className="button" to={paths.tickets(event.slug)}>
                Choose tickets again
              </Link>
            )}
          </Notice>
        )}
      </header>

      {isActive && savedAt === null && canCorrectDetails(event, proof) && (
        <MissingDetails attendees={shownAttendees} changePage={paths.changeTickets(event.slug, proof)} />
      )}
      {shownAttendees.length > 0 && (
        <section className={classes.tickets} aria-label="Tickets">
          {shownAttendees.map((attendee, index) => (
            <TicketCard
              key={attendee.id}
              attendee={attendee}
              event={event}
              onEnlarge={() => setEnlargedIndex(index)}
            />
          ))}
        </section>
      )}
      {purchases.length > 0 && (
        <section className={classes.tickets} aria-label="Extras">
          {purchases.map((purchase, index) => (
            <ExtrasCard
              key={purchase.id}
              purchase={purchase}
              event={event}
              onEnlarge={() => setEnlargedIndex(shownAttendees.length + index)}
            />
          ))}
        </section>
      )}
      {enlargedIndex !== null && (
        <LargeTicket codes={codes} first={enlargedIndex} onClose={() => setEnlargedIndex(null)} />
      )}

      {isActive && event.config.ticketNote && (
        <section className={classes.note} aria-label={`Note from ${event.club.name}`}>
          {event.config.ticketNote}
        </section>
      )}

      {isActive && (
        <TicketActions event={event} proof={proof} moreExtras={moreExtras} isSavedCopy={savedAt !== null} />
      )}

      {isActive && savedAt === null && guest !== null && <GuestPart guest={guest} />}

      <div className={classes.columns}>
        <section aria-label="Event">
          <Facts event={event} />
        </section>
        {order !== null && <PlacedOrder order={order} />}
      </div>

      {attendees.some(({ answers }) => answers.length > 0) && (
        <section className={classes.answers} aria-labelledby="answers-heading">
          <h2 id="answers-heading">Your answers</h2>
          {attendees
            .filter(({ answers }) => answers.length > 0)
            .map((attendee) => (
              <div key={attendee.id}>
                {attendees.length > 1 && <h3>{fullNameOf(attendee)}</h3>}
                <dl>
                  {attendee.answers.map((answer) => (
                    <Fact key={answer.questionId} name={answer.text}>
                      {answer.answer}
                    </Fact>
                  ))}
                </dl>
              </div>
            ))}
        </section>
      )}
    </div>
  );
}
