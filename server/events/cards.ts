import { sql } from "kysely";
import type { EventCard } from "../../contract/shapes/event.ts";
import { presentListing } from "../clubs/present.ts";
import type { Db } from "../db/pool.ts";
import { containsPattern, searchFormsOf, searchWordsOf } from "../db/searchWords.ts";
import { bannerUrl, configOf } from "./present.ts";
import { type EventRow, eventEnds } from "./rows.ts";

export interface CardFilter {
  /** Null means all clubs. */
  clubId: number | null;
  search: string | undefined;
  when: "coming" | "past" | "all";
  now: Date;
  awaitsApproval?: boolean | undefined;
}

type CardRow = EventRow & {
  left: number;
  arrivals: number;
  revenue: number;
  total: number;
  is_confirmed: boolean;
  is_approved: boolean;
};

const awaitsApproval = sql`e.is_active and e.cancelled_at is null
  and not (select is_approved from clubs where id = e.club_id)`;

/** The cards of a page, and the total. Figures come from stored counters, because counting attendees is slow. */
export async function eventCards(
  db: Db,
  filter: CardFilter,
  page: { limit: number; offset: number },
): Promise<{ cards: Omit<EventCard, "attention">[]; total: number }> {
  const ends = eventEnds("e");
  const words = await searchFormsOf(db, searchWordsOf(filter.search));
  const conditions = [
    sql`true`,
    ...(filter.clubId === null ? [] : [sql`e.club_id = ${filter.clubId}`]),
    ...(filter.when === "all" ? [] : [sql`(${ends} > ${filter.now}) = ${filter.when === "coming"}`]),
    ...(filter.awaitsApproval ? [awaitsApproval] : []),
    ...words.map(
      ({ plain }) =>
        sql`plain_text(e.name || ' ' || e.location || ' ' || e.slug) like ${containsPattern(plain)}`,
    ),
  ];
  const where = sql.join(conditions, sql` and `);
  const order =
    filter.when === "coming" ? sql`e.start_datetime, e.id` : sql`e.start_datetime desc, e.id desc`;
  const { rows } = await sql<CardRow>`
    select e.*, f.total, greatest(0, least(t.left, e.capacity - e.held - e.sold))::int as left,
      a.arrivals, r.revenue, k.is_confirmed, k.is_approved
    from (select e.*, row_number() over (order by ${order}) as place from events e where ${where}
        order by ${order} limit ${page.limit} offset ${page.offset}) e
      join clubs k on k.id = e.club_id
      cross join (select count(*)::int as total from events e where ${where}) f
      cross join lateral (select coalesce(sum(least(g.left, c.max_places - c.held - c.sold)), 0) as left
        from (select shared_capacity_id, sum(max_stock - held - sold) as left
            from tickets where event_id = e.id and is_active group by 1) g
          left join shared_capacities c on c.id = g.shared_capacity_id) t
      cross join lateral (select coalesce(sum(checkins), 0)::int as arrivals
        from event_arrived where event_id = e.id) a
      cross join lateral (select coalesce(sum(amount), 0)::bigint as revenue
        from event_revenue where event_id = e.id) r
    order by e.place`.execute(db);
  return {
    cards: rows.map(cardOf),
    total: rows[0]?.total ?? (page.offset === 0 ? 0 : await totalOf(db, where)),
  };
}

/** For a page without events, where no row has the total. */
async function totalOf(db: Db, where: ReturnType<typeof sql.join>): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from events e where ${where}`.execute(db);
  return rows[0]!.total;
}

function cardOf(row: CardRow): Omit<EventCard, "attention"> {
  return {
    id: row.id,
    clubId: row.club_id,
    slug: row.slug,
    name: row.name,
    location: row.location,
    startDatetime: row.start_datetime.toISOString(),
    endDatetime: row.end_datetime?.toISOString() ?? null,
    timeZone: row.time_zone,
    currency: row.currency,
    isActive: row.is_active,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    bannerUrl: bannerUrl(row.banner),
    config: configOf(row),
    sold: row.sold,
    held: row.held,
    left: row.left,
    registrationCount: row.attendee_count,
    arrivals: row.arrivals,
    listing: presentListing(row),
    money: row.revenue === 0 ? [] : [{ currency: row.currency, amount: row.revenue }],
  };
}
