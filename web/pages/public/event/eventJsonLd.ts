/** An event for search engines (https://schema.org/Event). */

import { mainUnitsText } from "../../../../contract/rules/money/money.ts";
import { type SaleState, ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { plainText } from "../../../lib/plainText.ts";

const availability: Partial<Record<SaleState, string>> = {
  onSale: "https://schema.org/InStock",
  notYet: "https://schema.org/PreSale",
  soldOut: "https://schema.org/SoldOut",
};

/** `url` and `image` are absolute. */
export function eventJsonLd(
  event: Event,
  tickets: readonly Ticket[],
  { url, image, now }: { url: string; image: string; now: Date },
): object {
  const status = event.cancelledAt === null ? "EventScheduled" : "EventCancelled";
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.name,
    url,
    image: [image],
    description: plainText(event.description, 1000),
    startDate: event.startDatetime,
    ...(event.endDatetime !== null && { endDate: event.endDatetime }),
    eventStatus: `https://schema.org/${status}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: event.location, address: event.location },
    organizer: { "@type": "Organization", name: event.club.name },
    offers: tickets.map((ticket) => ({
      "@type": "Offer",
      name: ticket.title,
      price: mainUnitsText(ticket.price, ticket.currency),
      priceCurrency: ticket.currency.toUpperCase(),
      availability: availability[ticketSaleState(event, ticket, now)] ?? "https://schema.org/Discontinued",
      url,
      ...(ticket.salesStart !== null && { validFrom: ticket.salesStart }),
    })),
  };
}
