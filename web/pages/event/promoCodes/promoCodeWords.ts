import { type EventClocks, formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";

export function ticketsWords(
  { ticketIds, kind }: Pick<PromoCode, "ticketIds" | "kind">,
  tickets: readonly Pick<Ticket, "id" | "title" | "isHidden">[],
): string {
  if (ticketIds === null) return "For all tickets that are not hidden";
  const codeTickets = tickets.filter(({ id }) => ticketIds.includes(id));
  if (codeTickets.length === 0) return "For no ticket: its tickets were removed";
  const titles = codeTickets
    .map(({ title, isHidden }) => (isHidden ? `${title} (hidden)` : title))
    .join(", ");
  return `${kind === "access" ? "Unlocks" : "For"} ${titles}`;
}

export function validityText(
  { startsAt, endsAt }: Pick<PromoCode, "startsAt" | "endsAt">,
  clocks: EventClocks,
): string | null {
  const time = (instant: string) => formatMoment(instant, clocks).text;
  if (startsAt === null) return endsAt === null ? null : `Until ${time(endsAt)}`;
  return endsAt === null ? `From ${time(startsAt)}` : `From ${time(startsAt)} until ${time(endsAt)}`;
}

export function codeUsesText({ sold, held, left }: Pick<PromoCode, "sold" | "held" | "left">): string {
  const number = (count: number) => count.toLocaleString("en-US");
  const words = [
    sold === 0 ? "Not used yet" : `Used for ${number(sold)} ${sold === 1 ? "ticket" : "tickets"}`,
  ];
  if (held > 0) words.push(`${number(held)} being bought`);
  words.push(left === null ? "no limit" : `${number(left)} ${left === 1 ? "ticket" : "tickets"} left`);
  return words.join(" · ");
}

export function stateOf(
  { isActive, startsAt, endsAt, left, held }: PromoCode,
  now: Date,
): { text: string; isGood: boolean } | null {
  if (!isActive) return null;
  if (endsAt !== null && now >= new Date(endsAt)) return { text: "Ended", isGood: false };
  if (left === 0) return { text: held > 0 ? "None left for now" : "Used up", isGood: false };
  if (startsAt !== null && now < new Date(startsAt)) return { text: "Not yet valid", isGood: false };
  return { text: "Valid", isGood: true };
}
