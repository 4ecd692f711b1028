import { type RawBuilder, sql } from "kysely";
import type { BodyOf } from "../../contract/all.ts";
import { clockSpanMs, movedOnClock } from "../../contract/rules/time/zonedTime.ts";
import type { NewEventValues } from "./change.ts";
import { configOf } from "./present.ts";
import type { EventRow } from "./rows.ts";

/**
 * The time from the original's start to the copy's, by the local clock: a sale that opened at 10:00 does not open at
 * 11:00 because of daylight saving time.
 */
export interface CopyShift {
  readonly spanMs: number;
  readonly timeZone: string;
}

/** A column with an instant, moved by the shift. */
export const movedInCopy = (column: string, { spanMs, timeZone }: CopyShift): RawBuilder<unknown> =>
  sql`((${sql.ref(column)} at time zone ${timeZone}) + make_interval(secs => ${spanMs / 1000})) at time zone ${timeZone}`;

/** The draft of the copy, and the shift of its times. routes/event/copy.ts copies the banner. */
export function draftOfCopy(
  event: EventRow,
  request: BodyOf<"event/copy">,
): { draft: NewEventValues; shift: CopyShift } {
  const start = new Date(request.startDatetime);
  const timeZone = event.time_zone;
  const spanMs = clockSpanMs(event.start_datetime, start, timeZone);
  const moved = (at: Date | null) => (at === null ? null : movedOnClock(at, spanMs, timeZone));
  const { salesStart, salesEnd, guestsUntil } = configOf(event);
  const movedText = (at: string | null) => moved(at === null ? null : new Date(at))?.toISOString() ?? null;
  const draft: NewEventValues = {
    club_id: event.club_id,
    description: event.description,
    location: event.location,
    time_zone: timeZone,
    currency: event.currency,
    tax_type: event.tax_type,
    tax_amount: event.tax_amount,
    prices_include_tax: event.prices_include_tax,
    capacity: event.capacity,
    name: request.name ?? event.name,
    start_datetime: start,
    end_datetime: request.endDatetime ? new Date(request.endDatetime) : moved(event.end_datetime),
    is_active: false,
    banner: null,
    config: {
      ...event.config,
      salesStart: movedText(salesStart),
      salesEnd: movedText(salesEnd),
      guestsUntil: movedText(guestsUntil),
    },
    landing_config: event.landing_config,
  };
  return { draft, shift: { spanMs, timeZone } };
}
