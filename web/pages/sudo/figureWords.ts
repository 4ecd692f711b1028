import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { ClubEntry, ClubFigures } from "../../../contract/shapes/club.ts";

/** "€5,000 · $120"; a dash if there is none. */
export function revenueWords(revenue: ClubFigures["revenue"], withCents?: boolean): string {
  return revenue.length === 0
    ? "–"
    : revenue.map(({ amount, currency }) => formatMoney(amount, currency, withCents)).join(" · ");
}

export function clubsMatching(clubs: readonly ClubEntry[], search: string): ClubEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return clubs.filter(({ name, location, contactEmail, phone }) => {
    const text = [name, location, contactEmail, phone].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** "3 events, 120 attendees and 2 accounts". */
export function removedWithClub({ events, attendees, admins }: ClubFigures): string {
  return `${countText(events, "event", "events")}, ${countText(attendees, "attendee", "attendees")} and ${countText(admins, "account", "accounts")}`;
}

function countText(count: number, one: string, more: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;
}
