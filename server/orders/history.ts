import { type RawBuilder, sql } from "kysely";
import { providerTitles } from "../../contract/shapes/money/payment.ts";
import type { OrderEntry } from "../../contract/shapes/money/refund.ts";
import type { Db } from "../db/pool.ts";

/** The history of an order and its registration, oldest first. */
export async function historyOf(
  db: Db,
  order: { id: number; registrationId: number | null },
): Promise<OrderEntry[]> {
  const { rows } = await sql<Omit<OrderEntry, "at"> & { at: Date }>`
    select l.at, ${actorName(sql`l.actor`)} as by, case l.entity when 'order' then l.action else 'registration.' || l.action end as action,
      l.detail ->> 'from' as "from", l.detail ->> 'to' as "to", l.detail ->> 'field' as field,
      coalesce(l.detail -> 'people', '[]') as people, l.detail ->> 'note' as note,
      l.detail -> 'refundIds' as "refundIds"
    from audit_log l
    where (l.entity = 'order' and l.entity_id = ${order.id})
      or (l.entity = 'registration' and l.entity_id = ${order.registrationId})
    order by l.id`.execute(db);
  return rows.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry }));
}

/** The names to show for actors, by actor. */
export async function actorNames(db: Db, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ actor: string; name: string }>`
    select actor, ${actorName(sql`actor`)} as name from unnest(${[...actors]}::text[]) as given (actor)`.execute(
    db,
  );
  return new Map(rows.map(({ actor, name }) => [actor, name]));
}

function actorName(actor: RawBuilder<unknown>): RawBuilder<string> {
  const providerCases = Object.entries(providerTitles).map(
    ([name, title]) => sql`when ${actor} = ${`provider:${name}`} then ${title}`,
  );
  return sql<string>`case
    when ${actor} like 'user:%' then coalesce((select full_name from app_users where id = substr(${actor}, 6)::bigint), 'Staff')
    when ${actor} like 'helper:%' then coalesce((select 'Helper at ' || gate from door_links where id = substr(${actor}, 8)::bigint), 'Helper')
    ${sql.join(providerCases, sql` `)}
    when ${actor} = 'visitor' then 'Buyer'
    when ${actor} = 'sweeper' then 'Foyer'
    else 'Operator' end`;
}
