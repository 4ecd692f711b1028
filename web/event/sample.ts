/** An event and a ticket on sale, for tests. */
import { type Event, eventConfig, landingConfig } from "../../contract/shapes/event.ts";
import type { Ticket } from "../../contract/shapes/ticket.ts";

export function sampleEvent(part: Partial<Event> = {}): Event {
  return {
    id: 1,
    slug: "gala",
    clubId: 1,
    name: "Gala",
    description: "<p>An evening.</p>",
    location: "Old Boathouse",
    startDatetime: "2030-12-12T18:00:00.000Z",
    endDatetime: "2030-12-12T22:00:00.000Z",
    timeZone: "Europe/Berlin",
    currency: "eur",
    taxType: "percent",
    taxAmount: 0,
    pricesIncludeTax: false,
    isActive: true,
    cancelledAt: null,
    banner: null,
    bannerUrl: "/api/event-banner/default",
    config: eventConfig.parse({}),
    landingConfig: landingConfig.parse({}),
    placesLeft: null,
    registrationCount: 0,
    takesCodes: false,
    createdAt: "2030-01-01T00:00:00.000Z",
    updatedAt: "2030-01-01T00:00:00.000Z",
    club: { id: 1, name: "Harbour Club", logoUrl: "/api/club-logo/default", location: "Hamburg" },
    ...part,
  };
}

export function sampleTicket(part: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    eventId: 1,
    title: "Entry",
    description: "",
    price: 2500,
    currency: "eur",
    maxStock: 100,
    currentStock: 40,
    salesStart: null,
    salesEnd: null,
    isActive: true,
    sortOrder: 0,
    validDays: null,
    isHidden: false,
    sharedCapacityId: null,
    taxRateId: null,
    taxRate: null,
    hasWaitingList: false,
    ...part,
  };
}
