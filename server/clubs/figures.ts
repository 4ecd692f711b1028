import type { ClubFigures } from "../../contract/shapes/club.ts";

export interface ClubCounts {
  admins: readonly { clubId: number | null; admins: number }[];
  events: readonly { clubId: number; events: number; comingEvents: number; attendees: number }[];
  revenue: readonly {
    clubId: number;
    paidOrders: number;
    currency: ClubFigures["revenue"][number]["currency"];
    amount: number;
  }[];
}

/** The figures of one club. */
export function figuresOfClub(clubId: number, { admins, events, revenue }: ClubCounts): ClubFigures {
  const eventCounts = events.find((one) => one.clubId === clubId);
  const ownRevenue = revenue.filter((one) => one.clubId === clubId);
  return {
    admins: admins.find((one) => one.clubId === clubId)?.admins ?? 0,
    events: eventCounts?.events ?? 0,
    comingEvents: eventCounts?.comingEvents ?? 0,
    attendees: eventCounts?.attendees ?? 0,
    paidOrders: ownRevenue.reduce((sum, one) => sum + one.paidOrders, 0),
    revenue: ownRevenue.map(({ currency, amount }) => ({ currency, amount })),
  };
}
