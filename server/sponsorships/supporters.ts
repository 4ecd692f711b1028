import { sql } from "kysely";
import { type EventSupport, MOST_SPONSORS_SHOWN } from "../../contract/shapes/sponsorship.ts";
import type { Db } from "../db/pool.ts";

/** An event's paid, public, unhidden sponsors by package, most expensive first; those without a package last. */
export async function supportersOf(db: Db, eventId: number): Promise<EventSupport["sponsors"]> {
  const { rows } = await sql<EventSupport["sponsors"][number]>`
    with shown as (
      select package_id, min(id) as first, (array_agg(logo order by id desc) filter (where logo is not null))[1] as logo, coalesce(
          nullif(sponsor_data->>'organization', ''),
          trim(concat_ws(' ', sponsor_data->>'firstName', sponsor_data->>'lastName'))) as name
      from sponsorships
      where event_id = ${eventId} and payment_status = 'paid' and is_public and not is_hidden
      group by package_id, name),
    placed as (
      select *, row_number() over (partition by package_id order by first) as place from shown where name <> '')
    select packages.name as "packageName",
      json_agg(placed.name order by place) filter (where place <= ${MOST_SPONSORS_SHOWN}) as names,
      json_agg('/api/sponsor-logo/' || placed.logo order by place) filter (where place <= ${MOST_SPONSORS_SHOWN}) as "logoUrls",
      greatest(count(*) - ${MOST_SPONSORS_SHOWN}, 0)::int as others
    from placed left join sponsorship_packages packages on packages.id = placed.package_id
    group by packages.id, packages.name, packages.price
    order by packages.price desc nulls last, packages.id`.execute(db);
  return rows;
}

/** Whether an event has an active package. */
export async function hasPackages(db: Db, eventId: number): Promise<boolean> {
  const found = await db
    .selectFrom("sponsorship_packages")
    .select("id")
    .where("event_id", "=", eventId)
    .where("is_active", "=", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
