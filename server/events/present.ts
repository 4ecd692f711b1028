import type { Tax } from "../../contract/rules/money/tax.ts";
import { type EventSaleFields, eventEnd } from "../../contract/rules/sales.ts";
import { dateFormats } from "../../contract/rules/time/dateFormats.ts";
import { type Event, type EventConfig, eventConfig, landingConfig } from "../../contract/shapes/event.ts";
import { clubLogoUrl } from "../clubs/present.ts";
import type { EventRow, ShownEvent } from "./rows.ts";

// Cached, because several steps of a request need it.
const configs = new WeakMap<object, EventConfig>();

// Earlier versions accepted any text as a date format.
const storedConfig = eventConfig.extend({
  dateFormat: eventConfig.shape.dateFormat.catch(dateFormats[0]),
});

/** The config with defaults. */
export function configOf(row: EventRow): EventConfig {
  const known = configs.get(row);
  if (known !== undefined) return known;
  const config = storedConfig.parse(row.config);
  configs.set(row, config);
  return config;
}

/** The deadline for details of people and logos of sponsors: `guestsUntil`, else the start. */
export function detailsUntil(row: EventRow): Date {
  const { guestsUntil } = configOf(row);
  return guestsUntil === null ? row.start_datetime : new Date(guestsUntil);
}

/** The end of a normal hold that begins at `now`. */
export function heldUntil(row: EventRow, now: Date): Date {
  return new Date(now.getTime() + configOf(row).holdMinutes * 60_000);
}

/** When the event is over (contract/rules/sales.ts). */
export const eventEndOf = (row: EventRow): Date => eventEnd(eventSaleFields(row));

function placesLeft(row: EventRow): number | null {
  return row.capacity === null ? null : row.capacity - row.held - row.sold;
}

/** The facts of an event for the sale rules. */
export function eventSaleFields(row: EventRow): EventSaleFields {
  return {
    isActive: row.is_active,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    startDatetime: row.start_datetime.toISOString(),
    endDatetime: row.end_datetime?.toISOString() ?? null,
    placesLeft: placesLeft(row),
    config: configOf(row),
  };
}

/** The event's tax. */
export const taxOfEvent = ({
  tax_type,
  tax_amount,
  prices_include_tax,
}: Pick<EventRow, "tax_type" | "tax_amount" | "prices_include_tax">): Tax => ({
  taxType: tax_type,
  taxAmount: tax_amount,
  pricesIncludeTax: prices_include_tax,
});

/** The URL of a banner or the default picture (docs/wire.md §4, Images). */
export function bannerUrl(banner: string | null): string {
  return `/api/event-banner/${banner ?? "default"}`;
}

/** Presents an event with its ticket note, for staff and for people with a valid ticket. */
export function presentWholeEvent(row: ShownEvent): Event {
  return { ...presentEvent(row), config: configOf(row) };
}

/** Presents an event for everybody, without its ticket note. */
export function presentEvent(row: ShownEvent): Event {
  return {
    id: row.id,
    slug: row.slug,
    clubId: row.club_id,
    name: row.name,
    description: row.description,
    location: row.location,
    startDatetime: row.start_datetime.toISOString(),
    endDatetime: row.end_datetime?.toISOString() ?? null,
    timeZone: row.time_zone,
    currency: row.currency,
    taxType: row.tax_type,
    taxAmount: row.tax_amount,
    pricesIncludeTax: row.prices_include_tax,
    isActive: row.is_active,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    ...(row.cancelled_at !== null && row.cancel_message !== "" && { cancelMessage: row.cancel_message }),
    banner: row.banner,
    bannerUrl: bannerUrl(row.banner),
    config: { ...configOf(row), ticketNote: "" },
    landingConfig: landingConfig.parse(row.landing_config),
    placesLeft: placesLeft(row),
    registrationCount: row.attendee_count,
    takesCodes: row.takes_codes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    club: {
      id: row.club_id,
      name: row.club_name,
      logoUrl: clubLogoUrl(row.club_logo),
      location: row.club_location,
      ...(row.club_shows_contact && { contact: { email: row.club_email, phone: row.club_phone } }),
      ...(row.club_imprint_url !== null && { imprintUrl: row.club_imprint_url }),
      ...(row.club_privacy_url !== null && { privacyUrl: row.club_privacy_url }),
      ...(row.club_terms_url !== null && { termsUrl: row.club_terms_url }),
      ...(row.club_refund_policy_url !== null && { refundPolicyUrl: row.club_refund_policy_url }),
      ...(!row.club_is_listed && { isUnlisted: true as const }),
    },
  };
}
