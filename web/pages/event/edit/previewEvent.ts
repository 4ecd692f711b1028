import { defaultSettings } from "../../../../contract/rules/eventSettings.ts";
import { defaultCurrency } from "../../../../contract/rules/money/currencies.ts";
import { dateFormatIn } from "../../../../contract/rules/time/dateFormats.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { minorUnitsOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { type EventValues, parsedValues } from "./eventValues.ts";

export type PreviewClub = Pick<Event["club"], "id" | "name" | "logoUrl" | "location">;

/** `event` is null for a new event. */
export interface PreviewParts {
  event: Event | null;
  club: PreviewClub;
  /** The newly chosen picture; null without one. */
  bannerUrl: string | null;
}

const noBanner = "/api/event-banner/default";

export function previewEvent(values: EventValues, { event, club, bannerUrl }: PreviewParts): Event {
  const { startDatetime, endDatetime, taxAmount } = parsedValues(values);
  return {
    ...(event ?? blankEvent(club, values.timeZone)),
    name: values.name.trim() === "" ? "The name of your event" : values.name,
    description: values.description ?? event?.description ?? "",
    location: values.location,
    // Without a date the page shows "Date to be announced".
    startDatetime: startDatetime ?? "",
    endDatetime,
    timeZone: values.timeZone,
    currency: values.currency,
    taxType: values.taxType,
    taxAmount: taxAmount ?? 0,
    pricesIncludeTax: values.pricesIncludeTax,
    bannerUrl: bannerUrl ?? (values.rmBanner ? noBanner : (event?.bannerUrl ?? noBanner)),
  };
}

/** The first ticket; none without a valid price. */
export function previewTickets({ price, places, ticketTitle, currency }: EventValues): Ticket[] {
  const priceMinor = minorUnitsOf(price, currency);
  if (priceMinor === null) return [];
  // With 0 instead of 100, the preview would show the ticket as sold out.
  const maxStock = wholeNumberOf(places) ?? 100;
  const title = ticketTitle.trim() === "" ? "Entry" : ticketTitle;
  return [
    {
      id: 1,
      eventId: 0,
      title,
      description: "",
      price: priceMinor,
      currency,
      maxStock,
      currentStock: maxStock,
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
    },
  ];
}

function blankEvent(club: PreviewClub, timeZone: string): Event {
  return {
    id: 0,
    slug: "preview",
    clubId: club.id,
    name: "",
    description: "",
    location: "",
    startDatetime: "",
    endDatetime: null,
    timeZone,
    currency: defaultCurrency,
    taxType: "percent",
    taxAmount: 0,
    pricesIncludeTax: false,
    isActive: false,
    cancelledAt: null,
    banner: null,
    bannerUrl: noBanner,
    config: { ...defaultSettings, dateFormat: dateFormatIn(timeZone) },
    landingConfig: {
      enableLandingPage: true,
      heroTitle: "",
      heroSubtitle: "",
      overviewTitle: "",
      overviewDescription: "",
      accentColor: null,
    },
    placesLeft: null,
    registrationCount: 0,
    takesCodes: false,
    createdAt: "",
    updatedAt: "",
    club,
  };
}
