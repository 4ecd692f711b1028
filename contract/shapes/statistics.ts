import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/**
 * Attendees of active registrations by the day they registered, and check-ins that were not undone: on one day of the
 * event's zone, and in total (docs/product.md §3). The historical counts are those of the day.
 */
export const statistics = z
  .object({
    historicalRegistrationCount: z.number().int(),
    historicalCheckinCount: z.number().int(),
    totalRegistrationCount: z.number().int(),
    totalCheckinCount: z.number().int(),
  })
  .meta({ id: "CheckinStatistics" });
export type Statistics = z.infer<typeof statistics>;

/** `refund` is the refunded amount, below 0; the sold amounts stay unchanged. */
export const revenueSource = z
  .enum(["ticket", "extras", "donation", "sponsorship", "tax", "refund"])
  .meta({ id: "RevenueSource" });
export type RevenueSource = z.infer<typeof revenueSource>;

const countFrom = z.object({ from: instant, count: z.number().int() });

/** The data of the charts. Amounts are minor units. */
export const statisticsSeries = z
  .object({
    /** The length of each entry of `registrations`; a day is a calendar day in the event's zone. */
    step: z.enum(["hour", "day"]),
    /** Attendees of active registrations by the time they registered, without gaps, until the last registration. */
    registrations: z.array(countFrom),
    /** Attendees registered before the first entry, if the history is too long to show. */
    registeredBefore: z.number().int(),
    /** Attendees of active registrations. */
    tickets: z.array(z.object({ ticketId: z.number().int(), title: z.string(), count: z.number().int() })),
    /** Check-ins of the day by quarter of an hour; quarters without any are left out. */
    arrivals: z.array(countFrom),
    revenue: z.array(z.object({ source: revenueSource, amount: z.number().int() })),
    currency,
  })
  .meta({ id: "StatisticsSeries" });
export type StatisticsSeries = z.infer<typeof statisticsSeries>;

/** One message of `GET /api/event/{eventId}/live?date=…`: the counts and the series of the statistics page. */
export interface Figures {
  statistics: Statistics;
  series: StatisticsSeries;
}
