import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import { offerHoursWords, placesPriceWords } from "../../../../contract/rules/waiting/waitingWords.ts";
import { useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { browserClocks } from "../../../sale/browser.ts";
import { draftStoreOf, useDraft } from "../../../sale/draftStore.ts";
import { skewFrom } from "../../../sale/holdClock.ts";
import { EventLink } from "../EventLink.tsx";
import { HoldStrip } from "../purchase/HoldStrip.tsx";
import { Notice } from "../purchase/Notice.tsx";
import classes from "../WaitingList.module.css";
import type { OwnPlacePage } from "./load.ts";
import { takeOffer } from "./takeOffer.ts";

export function OwnPlace({ page }: { page: OwnPlacePage }) {
  return (
    <>
      <EventLink event={page.event} />
      <PlaceState page={page} />
    </>
  );
}

function PlaceState({ page }: { page: OwnPlacePage }) {
  const { event, own } = page;
  const { entry, position, offer, closedBecause, taken } = own;
  const wanted = `${entry.places} × ${entry.ticketTitle}`;
  const isOnePlace = entry.places === 1;
  if (offer !== null) return <OfferedPlace page={page} wanted={wanted} offer={offer} />;
  if (entry.state === "taken") {
    return (
      <EndedPlace
        title={isOnePlace ? "This place is yours" : "These places are yours"}
        words={`You have taken ${wanted}.`}
      >
        {taken !== null && (
          <Link className="button" to={paths.tickets(event.slug, taken)}>
            Show my tickets
          </Link>
        )}
      </EndedPlace>
    );
  }
  if (entry.state === "waiting") {
    return (
      <>
        <h1>You are on the waiting list</h1>
        {closedBecause !== null && (
          <div className={classes.notice}>
            <Notice kind="warning" title={closedBecause}>
              <p>No places are offered at the moment.</p>
            </Notice>
          </div>
        )}
        <dl className={classes.facts}>
          <dt>Tickets</dt>
          <dd>{wanted}</dd>
          <dt>Price</dt>
          <dd>{priceWordsOf(page)}</dd>
          <dt>Your place in line</dt>
          <dd>{position}</dd>
          <dt>We write to</dt>
          <dd>{entry.email}</dd>
        </dl>
        <p className={classes.words}>
          When there are enough places for your group and nobody before you takes them, we write to you and
          keep them for up to {offerHoursWords(event.config.waitingOfferHours)}. This page then says until
          when.
        </p>
        <LeaveButton
          page={page}
          label="Leave the waiting list"
          confirmText="Leave the list? Your place in line is lost."
        />
      </>
    );
  }
  return (
    <EndedPlace
      title={entry.state === "left" ? "You are not on the waiting list any more" : "Your offer has ended"}
      words={
        entry.state === "left"
          ? `You get no more offers for ${wanted}.`
          : `We kept ${wanted} for you, and that time is over. You can join the list again, at its end.`
      }
    >
      <Link className="button" to={paths.event(event.slug)}>
        See the event
      </Link>
    </EndedPlace>
  );
}

const priceWordsOf = ({ event, own: { entry, totalAmount } }: OwnPlacePage) =>
  placesPriceWords(totalAmount, { places: entry.places, currency: event.currency });

interface OfferedPlaceProps {
  page: OwnPlacePage;
  wanted: string;
  offer: NonNullable<OwnPlacePage["own"]["offer"]>;
}

function OfferedPlace({ page, wanted, offer }: OfferedPlaceProps) {
  const { event, own } = page;
  const { slug } = event;
  const isOnePlace = own.entry.places === 1;
  const [places, pronoun] = isOnePlace ? ["place", "it"] : ["places", "them"];
  // The draft is null on the server and during hydration.
  const isInBrowser = useDraft(slug) !== null;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { isBusy, problem, run } = useAct();
  const until = formatMoment(offer.expiresAt, timeOf(event));

  async function take() {
    const canContinue = await takeOffer(own, { api, store: draftStoreOf(slug), clocks: browserClocks });
    if (canContinue) await navigate(paths.attendeeForm(slug));
    else await revalidate();
  }

  return (
    <>
      <h1>{isOnePlace ? "There is a place for you" : "There are places for you"}</h1>
      <p className={classes.lead}>
        <strong>{wanted}</strong> {isOnePlace ? "is" : "are"} kept for you until {until.text},{" "}
        {until.zoneLabel}. After that, the next person in line gets the offer.
      </p>
      <p className={classes.lead}>Price: {priceWordsOf(page)}</p>
      {isInBrowser && (
        <div className={classes.strip}>
          <HoldStrip
            hold={{ expiresAt: offer.expiresAt, skewMs: skewFrom(own.now, browserClocks) }}
            heldWords={isOnePlace ? "your place is" : "your places are"}
            onEnded={() => void revalidate()}
          />
        </div>
      )}
      <noscript>
        <Notice kind="info" title={`Taking the ${places} needs JavaScript`} />
      </noscript>
      {problem !== null && (
        <div className={classes.notice}>
          <Notice kind="problem" title={problem} />
        </div>
      )}
      <div className={classes.actions}>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void run(take)}
        >
          {isBusy ? "One moment…" : `Take the ${places}`}
        </button>
      </div>
      <LeaveButton
        page={page}
        label={`I do not want ${pronoun}`}
        confirmText={`Give the ${places} back? ${isOnePlace ? "It goes" : "They go"} to the next in line, and you leave the list.`}
      />
    </>
  );
}

function LeaveButton({
  page,
  label,
  confirmText,
}: {
  page: OwnPlacePage;
  label: string;
  confirmText: string;
}) {
  const { isBusy, problem, run } = useAct();
  const [isAsking, setAsking] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isAsking && !isBusy) question.current?.focus();
  }, [isAsking, isBusy]);

  const leave = () =>
    run(() => api.post("waitingList/leave", page.proof, { suppressToasts: true }), { revalidates: true });

  if (!isAsking) {
    return (
      <div className={classes.actions}>
        <button type="button" className="button buttonQuiet" onClick={() => setAsking(true)}>
          {label}
        </button>
      </div>
    );
  }
  return (
    <div className={classes.notice}>
      <p ref={question} tabIndex={-1} className={classes.lead}>
        {confirmText}
      </p>
      {problem !== null && <Notice kind="problem" title={problem} />}
      <div className={classes.actions}>
        <button
          type="button"
          className="button buttonQuiet"
          aria-disabled={isBusy || undefined}
          onClick={() => void leave()}
        >
          {isBusy ? "One moment…" : "Yes, leave the list"}
        </button>
        <button type="button" className="button buttonQuiet" onClick={() => setAsking(false)}>
          No, stay
        </button>
      </div>
    </div>
  );
}

function EndedPlace({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p className={classes.lead}>{words}</p>
      <div className={classes.actions}>{children}</div>
    </>
  );
}
