import type { Figures, Statistics, StatisticsSeries } from "../../contract/shapes/statistics.ts";
import { revenueSource } from "../../contract/shapes/statistics.ts";
import type { Db } from "../db/pool.ts";
import type { EventRow } from "../events/rows.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { dayIn, stepsOver } from "./days.ts";
import {
  arrivalsOf,
  countsOf,
  registeredBySteps,
  registeredByTicket,
  registeredSpan,
  revenueOf,
} from "./rows.ts";

export type StatisticsEvent = Pick<EventRow, "id" | "time_zone" | "currency">;

/** The four counts: two of a day (YYYY-MM-DD) in the event's zone, and two totals. */
export function statisticsOf(db: Db, event: StatisticsEvent, date: string): Promise<Statistics> {
  return countsOf(db, event.id, dayIn(event.time_zone, date));
}

/** The data of the charts; the arrivals are those of the day. */
export async function seriesOf(db: Db, event: StatisticsEvent, date: string): Promise<StatisticsSeries> {
  const [overTime, byTicket, tickets, arrivals, revenue] = await Promise.all([
    overTimeOf(db, event),
    registeredByTicket(db, event.id),
    ticketsOfEvent(db, event.id, { onlyActive: false }),
    arrivalsOf(db, event.id, dayIn(event.time_zone, date)),
    revenueOf(db, event.id),
  ]);
  const order = revenueSource.options;
  return {
    ...overTime,
    tickets: tickets.map(({ id, title }) => ({ ticketId: id, title, count: byTicket.get(id) ?? 0 })),
    arrivals: arrivals.map(({ slot, checkins }) => ({ from: slot.toISOString(), count: checkins })),
    revenue: revenue.sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source)),
    currency: event.currency,
  };
}

/** The four counts and the data of the charts. */
export async function liveFigures(db: Db, event: StatisticsEvent, date: string): Promise<Figures> {
  const [statistics, series] = await Promise.all([statisticsOf(db, event, date), seriesOf(db, event, date)]);
  return { statistics, series };
}

async function overTimeOf(
  db: Db,
  event: StatisticsEvent,
): Promise<Pick<StatisticsSeries, "step" | "registrations" | "registeredBefore">> {
  const span = await registeredSpan(db, event.id);
  if (span === null) return { step: "day", registrations: [], registeredBefore: 0 };
  const { step, starts } = stepsOver(event.time_zone, span);
  const { counts, before } = await registeredBySteps(db, event.id, starts);
  const registrations = starts.map((from, index) => ({ from: from.toISOString(), count: counts[index]! }));
  return { step, registrations, registeredBefore: before };
}
