/** For visitors whose tickets are not known. */

import { Link, useActionData } from "react-router";
import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import { paths } from "../../../paths.ts";
import { MailedLinks } from "../bought/MailedLinks.tsx";
import { EventLink } from "../EventLink.tsx";
import type { TicketLinksOutcome } from "../event/mailTicketLinks.ts";
import { Notice } from "../purchase/Notice.tsx";
import classes from "./ExtrasOfferPage.module.css";

interface ExtrasOfferPageProps {
  event: Event;
  extras: readonly Extras[];
  /** Whether the address names tickets, but without an accepted proof. */
  isUnknown: boolean;
}

export function ExtrasOfferPage({ event, extras, isUnknown }: ExtrasOfferPageProps) {
  const outcome = useActionData<TicketLinksOutcome>();
  const withCents = needCents(
    extras.map(({ price }) => price),
    event.currency,
  );
  return (
    <section className={`container ${classes.page}`}>
      <EventLink event={event} />
      <h1>Extras</h1>
      <ul className={classes.list} aria-label="Extras">
        {extras.map(({ id, name, description, price, currentStock }) => (
          <li key={id}>
            <h2>{name}</h2>
            <p className={classes.price}>
              {currentStock === 0
                ? "Sold out"
                : price === 0
                  ? "Free"
                  : formatMoney(price, event.currency, withCents)}
            </p>
            {description !== "" && <p className={classes.description}>{description}</p>}
          </li>
        ))}
      </ul>
      {isUnknown && outcome === undefined && (
        <Notice kind="warning" title="We could not find the tickets of this link.">
          <p>The link may be incomplete. Open it again from your ticket mail, or have it mailed again.</p>
        </Notice>
      )}
      <h2 className={classes.whose}>Add extras to your tickets</h2>
      <MailedLinks
        outcome={outcome}
        again={paths.extrasPurchase(event.slug)}
        afterwards="Open the link in the mail, and choose “Add extras” there."
      >
        Enter the e-mail address that you bought or registered with. We mail you the link to your ticket page,
        where you can add extras.
      </MailedLinks>
      <p className={classes.none}>
        No tickets yet? <Link to={paths.tickets(event.slug)}>Choose tickets</Link>; extras are offered beside
        them.
      </p>
    </section>
  );
}
