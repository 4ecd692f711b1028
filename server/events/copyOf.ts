/** Makes the row of a copied event. Its route copies the picture, the tickets and the rest (routes/event/copy.ts). Pure. */
import type { BodyOf } from "../../contract/all.ts";
import type { NewEventValues } from "./change.ts";
import { configOf } from "./present.ts";
import type { EventRow } from "./rows.ts";

/**
 * The draft of a copy, and the shift of all its sale times. If the request has no end, the copy lasts as long as the
 * original.
 */
export function draftOfCopy(
  event: EventRow,
  request: BodyOf<"event/copy">,
): { draft: NewEventValues; shiftMs: number } {
  const start = new Date(request.startDatetime);
  const shiftMs = start.getTime() - event.start_datetime.getTime();
  const shift = (at: Date | null) => (at === null ? null : new Date(at.getTime() + shiftMs));
  const { salesStart, salesEnd, guestsUntil } = configOf(event);
  const shiftText = (at: string | null) => shift(at === null ? null : new Date(at))?.toISOString() ?? null;
  const draft: NewEventValues = {
    club_id: event.club_id,
    description: event.description,
    location: event.location,
    time_zone: event.time_zone,
    currency: event.currency,
    tax_type: event.tax_type,
    tax_amount: event.tax_amount,
    prices_include_tax: event.prices_include_tax,
    capacity: event.capacity,
    name: request.name ?? event.name,
    start_datetime: start,
    end_datetime: request.endDatetime ? new Date(request.endDatetime) : shift(event.end_datetime),
    is_active: false,
    banner: null,
    config: {
      ...event.config,
      salesStart: shiftText(salesStart),
      salesEnd: shiftText(salesEnd),
      guestsUntil: shiftText(guestsUntil),
    },
    landing_config: event.landing_config,
  };
  return { draft, shiftMs };
}
