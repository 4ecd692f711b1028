import type { DoorFigures } from "../../../contract/shapes/door/doorStory.ts";
import type { Db } from "../../db/pool.ts";
import { notFound } from "../../domainError.ts";
import { forecastOf } from "../../door/forecast.ts";
import { countConflicts } from "../../door/storyRows.ts";
import { eventById } from "../../events/rows.ts";
import { doorSalesOf } from "../../orders/doorSales.ts";
import { arrivalsByGate, earlierEvents } from "../../stats/arrivals.ts";

/**
 * The figures of an event's doors.
 * @throws notFound
 */
export async function doorFiguresOf(
  db: Db,
  eventId: number,
  { hasSales }: { hasSales: boolean },
): Promise<DoorFigures> {
  // Read the event again, because its number of expected guests changes.
  const event = await eventById(db, eventId);
  if (event === undefined) throw notFound("event");
  const [arrivals, earlier, sales, conflicts] = await Promise.all([
    arrivalsByGate(db, eventId),
    earlierEvents(db, event),
    hasSales ? doorSalesOf(db, eventId) : null,
    countConflicts(db, eventId),
  ]);
  const gates = new Map<string, number>();
  for (const { gate, checkins } of arrivals) gates.set(gate, (gates.get(gate) ?? 0) + checkins);
  const expected = event.attendee_count;
  const forecast = forecastOf({ start: event.start_datetime, expected }, earlier);
  return {
    expected,
    arrived: arrivals.reduce((sum, { checkins }) => sum + checkins, 0),
    gates: [...gates].map(([gate, arrived]) => ({ gate, arrived })).sort((a, b) => b.arrived - a.arrived),
    quarters: arrivals.map(({ slot, gate, checkins }) => ({
      from: slot.toISOString(),
      gate,
      count: checkins,
    })),
    forecast: forecast?.map(({ from, arrived }) => ({ from: from.toISOString(), arrived })) ?? null,
    forecastEvents: forecast === null ? 0 : earlier.length,
    sales: sales === null ? null : { ...sales, currency: event.currency },
    conflicts,
  };
}
