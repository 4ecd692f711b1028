import type { OrderItem } from "../../../../contract/shapes/order.ts";
import type { AttendeeDraft, PeopleDraft } from "../../../sale/draft.ts";
import { addressesOf, areGuestsLater, attendeesOnForm, buyerIsFirst } from "../../../sale/peopleForm.ts";
import classes from "./payment.module.css";

interface PeopleSummaryProps {
  people: PeopleDraft;
  items: readonly OrderItem[];
  everyGuest: boolean;
  namesLater: boolean;
}

export function PeopleSummary({ people, items, everyGuest, namesLater }: PeopleSummaryProps) {
  const rule = { everyGuest, namesLater, questions: [], ticketIds: [] };
  const ticketItems = items.filter(({ kind }) => kind === "ticket");
  const titles = new Map(ticketItems.map(({ refId, title }) => [refId, title]));
  const isBuyerFirst = buyerIsFirst(people, rule);
  const attendees = attendeesOnForm(people, rule);
  const guests = isBuyerFirst ? attendees.slice(1) : attendees;
  // Numbered as on the tickets (server/registrations/guestName.ts).
  const guestName = (guest: AttendeeDraft) =>
    `Guest ${guests.length > 1 ? `${guests.indexOf(guest) + 1} ` : ""}of ${people.buyer.name}`;
  const nameOf = (guest: AttendeeDraft) =>
    (areGuestsLater(people, rule) ? "" : guest.name.trim()) || guestName(guest);
  const addresses = new Map(
    addressesOf(people, rule)
      .map((address) => address.trim())
      .filter((address) => address !== "")
      .map((address) => [address.toLowerCase(), address]),
  );
  return (
    <section className={classes.card} aria-label="Attendees">
      <h2>Who is coming</h2>
      <ul className={classes.people}>
        {attendees.map((attendee, index) => (
          // Attendees have no id except their index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={index}>
            {index === 0 && isBuyerFirst ? people.buyer.name : nameOf(attendee)}
            <span>{titles.get(attendee.ticketId)}</span>
          </li>
        ))}
      </ul>
      <p className={classes.small}>
        The tickets go to <strong>{new Intl.ListFormat("en-GB").format(addresses.values())}</strong>
        {isBuyerFirst || addresses.size > 1 ? "." : `, for ${people.buyer.name}.`}
      </p>
    </section>
  );
}
