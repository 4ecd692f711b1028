/** A club's figures as sudo reads them. Pure. */

import { formatMoney } from "../../../contract/rules/money.ts";
import type { ClubEntry, ClubFigures } from "../../../contract/shapes/club.ts";

/** What was taken, by currency: "€5,000 · $120"; a dash where there is nothing. */
export function revenueWords(revenue: ClubFigures["revenue"], withCents?: boolean): string {
  return revenue.length === 0
    ? "–"
    : revenue.map(({ amount, currency }) => formatMoney(amount, currency, withCents)).join(" · ");
}

/** The clubs that a search finds, by name, place, address or phone; all of them for an empty one. */
export function foundClubs(clubs: readonly ClubEntry[], search: string): ClubEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return clubs.filter(({ name, location, contactEmail, phone }) => {
    const text = [name, location, contactEmail, phone].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What goes along when a club is removed: "3 events, 120 attendees and 2 accounts". */
export function takenAlong({ events, attendees, admins }: ClubFigures): string {
  return `${counted(events, "event", "events")}, ${counted(attendees, "attendee", "attendees")} and ${counted(admins, "account", "accounts")}`;
}

function counted(count: number, one: string, more: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;
}
