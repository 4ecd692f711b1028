import type { SaleState } from "../../contract/rules/sales.ts";
import { type EventClocks, formatMoment } from "../../contract/rules/time/eventTime.ts";

export interface SaleOpening extends EventClocks {
  readonly salesStart: string | null;
  readonly hasWaitingList?: boolean;
}

export function ticketSaleWords(state: SaleState, opening: SaleOpening): string | null {
  switch (state) {
    case "onSale":
      return null;
    case "soldOut":
      return "Sold out";
    case "notYet":
      return opening.salesStart === null
        ? "Not on sale yet"
        : `On sale from ${instantWords(opening.salesStart, opening)}`;
    case "closed":
      return "Sales have ended";
    case "over":
      return "The event is over";
    case "cancelled":
      return "The event was cancelled";
    case "notActive":
      return "Not on sale";
  }
}

export function eventSaleWords(
  state: SaleState,
  opening: SaleOpening,
): { title: string; text: string } | null {
  switch (state) {
    case "onSale":
      return null;
    case "soldOut":
      return {
        title: "Sold out",
        text: opening.hasWaitingList
          ? "All tickets are sold or reserved. Join the waiting list: people on the list get the first offer when places return."
          : "All tickets are sold or reserved. Held tickets that are not paid for go back on sale, so it can be worth looking again in a few minutes.",
      };
    case "notYet":
      return {
        title: "Not on sale yet",
        text:
          opening.salesStart === null
            ? "Ticket sales have not started yet."
            : `Ticket sales start on ${instantWords(opening.salesStart, opening)}.`,
      };
    case "closed":
      return { title: "Sales have ended", text: "Tickets for this event can no longer be bought here." };
    case "over":
      return { title: "This event is over", text: "Its tickets are no longer sold." };
    case "cancelled":
      return {
        title: "This event was cancelled",
        text: "Its tickets are no longer sold. The club writes to everybody who has bought a ticket.",
      };
    case "notActive":
      return { title: "Not on sale", text: "There are no tickets to buy at the moment." };
  }
}

export function scarcityWords(left: number, showTicketsLeft: boolean): string | null {
  if (!showTicketsLeft || left <= 0) return null;
  return left <= 10 ? `Only ${left} left` : `${left.toLocaleString("en-US")} left`;
}

function instantWords(instant: string, clocks: EventClocks): string {
  const { text, zoneLabel } = formatMoment(instant, clocks);
  return `${text}, ${zoneLabel}`;
}
