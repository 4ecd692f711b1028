/** The way to all pages of an event, each with what it is for. */
import { Link } from "react-router";
import { type EventPageName, paths } from "../../paths.ts";
import classes from "./Overview.module.css";

const ways: readonly (readonly [EventPageName, string, string])[] = [
  ["attendees", "Attendees", "Who comes; mail tickets, change, download"],
  ["orders", "Orders", "Who bought what; find one, give money back"],
  ["closing", "Closing", "All money on one page, counted and signed"],
  ["statistics", "Statistics", "Registrations, arrivals and revenue, live"],
  ["tickets", "Tickets", "Kinds, prices and places"],
  ["extras", "Extras", "What can be bought beside a ticket"],
  ["form-builder", "Form", "What you ask each attendee"],
  ["edit", "Edit", "Name, time, place, picture and address"],
  ["landing-config", "Landing page", "Its texts and its colour"],
  ["config", "Settings", "Sales window, holds and limits"],
  ["sponsorship-packages", "Packages", "What sponsors can choose"],
  ["sponsorships", "Sponsorships", "Who gives, and what is still to come"],
  ["import", "Import", "Attendees from a spreadsheet"],
];

export function Ways({ eventId }: { eventId: number }) {
  return (
    <section aria-labelledby="ways-heading">
      <h2 id="ways-heading" className={classes.heading}>
        Manage this event
      </h2>
      <ul className={classes.ways}>
        {ways.map(([page, label, words]) => (
          <li key={page}>
            <Link to={paths.eventPage(eventId, page)}>
              <strong>{label}</strong>
              <span>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
