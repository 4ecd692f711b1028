import { eventEnd } from "../../contract/rules/sales.ts";
import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import type { TicketRow } from "../tickets/rows.ts";

/** Computes when an offer made at `now` ends: not before `holdUntil`, the end of a normal hold. Pure. */
export function offerUntil(
  event: EventRow,
  { sales_end }: Pick<TicketRow, "sales_end">,
  { now, holdUntil }: { now: Date; holdUntil: Date },
): Date {
  const { waitingOfferHours, salesEnd } = configOf(event);
  const start = event.start_datetime;
  const end = eventEnd({
    startDatetime: start.toISOString(),
    endDatetime: event.end_datetime?.toISOString() ?? null,
  });
  const ends = [
    now.getTime() + waitingOfferHours * 3_600_000,
    (start > now ? start : end).getTime(),
    ...(salesEnd === null ? [] : [Date.parse(salesEnd)]),
    ...(sales_end === null ? [] : [sales_end.getTime()]),
  ];
  return new Date(Math.max(Math.min(...ends), holdUntil.getTime()));
}
