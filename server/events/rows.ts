import { type Selectable, sql } from "kysely";
import { canonicalPath } from "../../contract/rules/formerAddress.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type EventRow = Selectable<Schema["events"]>;
export type EventWithClub = EventRow & {
  club_name: string;
  club_logo: string | null;
  club_location: string;
  club_email: string | null;
  club_phone: string | null;
  club_shows_contact: boolean;
  club_imprint_url: string | null;
  club_privacy_url: string | null;
  club_terms_url: string | null;
  club_refund_policy_url: string | null;
  club_is_listed: boolean;
};
export type ShownEvent = EventWithClub & { takes_codes: boolean };

const withClub = (db: Db) =>
  db
    .selectFrom("events")
    .innerJoin("clubs", "clubs.id", "events.club_id")
    .selectAll("events")
    .select([
      "clubs.name as club_name",
      "clubs.logo as club_logo",
      "clubs.location as club_location",
      "clubs.contact_email as club_email",
      "clubs.phone as club_phone",
      "clubs.show_contact as club_shows_contact",
      "clubs.imprint_url as club_imprint_url",
      "clubs.privacy_url as club_privacy_url",
      "clubs.terms_url as club_terms_url",
      "clubs.refund_policy_url as club_refund_policy_url",
      "clubs.is_listed as club_is_listed",
    ]);

// Not part of `withClub`, because only replies need it.
const takesCodes = (now: Date) =>
  sql<boolean>`exists (select from promo_codes c where c.event_id = events.id and c.is_active
    and (c.ends_at is null or c.ends_at > ${now})
    and (c.max_uses is null or c.held + c.sold < c.max_uses))`.as("takes_codes");

/** One event as in replies, active or not. */
export function shownEventById(db: Db, eventId: number, now: Date): Promise<ShownEvent | undefined> {
  return withClub(db).select(takesCodes(now)).where("events.id", "=", eventId).executeTakeFirst();
}

/** One event, active or not. */
export function eventById(db: Db, eventId: number): Promise<EventWithClub | undefined> {
  return withClub(db).where("events.id", "=", eventId).executeTakeFirst();
}

/** The query for events, active or not. */
export function eventsById(db: Db, eventIds: readonly number[]) {
  return withClub(db).where("events.id", "=", sql<number>`any(${[...eventIds]}::bigint[])`);
}

/** The names of events, by id. */
export async function eventNames(db: Db, eventIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("events")
    .select(["id", "name"])
    .where("id", "=", sql<number>`any(${[...eventIds]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The event of an address, ignoring case and the first and last slash. */
export function eventBySlug(db: Db, slug: string, now: Date): Promise<ShownEvent | undefined> {
  return withClub(db)
    .select(takesCodes(now))
    .where("events.id", "=", ({ selectFrom }) =>
      selectFrom("event_slugs")
        .select("event_id")
        .where("event_slugs.slug", "=", canonicalPath(slug) ?? slug.toLowerCase()),
    )
    .executeTakeFirst();
}

/** The id of the event that a stored address leads to, or null. */
export async function slugOwner(db: Db, slug: string): Promise<number | null> {
  const row = await db
    .selectFrom("event_slugs")
    .select("event_id")
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row?.event_id ?? null;
}

/** The addresses of other events that are `base`, or `stem` with a number. */
export async function slugsLike(
  db: Db,
  { base, stem, eventId }: { base: string; stem: string; eventId: number | null },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("event_slugs")
    .select("slug")
    .where("event_id", "is distinct from", eventId)
    .where((where) =>
      where.or([
        where("slug", "=", base),
        where.and([where("slug", "like", `${stem}-%`), where("slug", "~", `^${stem}-[0-9]+$`)]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** `onlyListed` hides drafts and the events of unlisted clubs. */
export interface EventFilter {
  clubId?: number | undefined;
  onlyListed: boolean;
  endsAfter?: Date | undefined;
  endedBy?: Date | undefined;
  withExtras?: boolean | undefined;
}

/** When an event is over, as `eventEnd` (contract/rules/sales.ts). */
export const eventEnds = (table: "events" | "e") =>
  sql<Date>`coalesce(${sql.ref(`${table}.end_datetime`)}, ${sql.ref(`${table}.start_datetime`)} + interval '24 hours')`;

const filterEvents = (db: Db, filter: EventFilter) => {
  let query = withClub(db);
  if (filter.clubId !== undefined) query = query.where("events.club_id", "=", filter.clubId);
  if (filter.onlyListed)
    query = query.where("events.is_active", "=", true).where("clubs.is_listed", "=", true);
  if (filter.endsAfter !== undefined) {
    query = query.where(sql<boolean>`${eventEnds("events")} > ${filter.endsAfter}`);
  }
  if (filter.endedBy !== undefined) {
    query = query.where(sql<boolean>`${eventEnds("events")} <= ${filter.endedBy}`);
  }
  if (filter.withExtras === true)
    query = query.where(
      sql<boolean>`exists (select from extras x where x.event_id = events.id and x.is_active)`,
    );
  return query;
};

/** The events of a list: earliest first, or latest first with `endedBy`. */
export function listEvents(
  db: Db,
  filter: EventFilter,
  page: { limit: number; offset: number; now: Date },
): Promise<ShownEvent[]> {
  return filterEvents(db, filter)
    .select(takesCodes(page.now))
    .orderBy("events.start_datetime", filter.endedBy === undefined ? "asc" : "desc")
    .orderBy("events.id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** The number of events in a list. */
export async function countEvents(db: Db, filter: EventFilter): Promise<number> {
  const row = await filterEvents(db, filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** An event's Ed25519 keys for QR codes. */
export async function eventKey(
  db: Db,
  eventId: number,
): Promise<{ public_key: string; private_key: string } | undefined> {
  return db
    .selectFrom("event_keys")
    .select(["public_key", "private_key"])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
}

/** The query for the private keys of events. */
export function eventKeys(db: Db, eventIds: readonly number[]) {
  return db
    .selectFrom("event_keys")
    .select(["event_id", "private_key"])
    .where("event_id", "=", sql<number>`any(${[...eventIds]}::bigint[])`);
}

export type NewEvent = Pick<
  EventRow,
  | "club_id"
  | "slug"
  | "name"
  | "description"
  | "location"
  | "start_datetime"
  | "end_datetime"
  | "time_zone"
  | "currency"
  | "tax_type"
  | "tax_amount"
  | "prices_include_tax"
  | "is_active"
  | "banner"
  | "config"
  | "landing_config"
  | "capacity"
>;
export type EventChange = Partial<
  Omit<NewEvent, "club_id"> & Pick<EventRow, "cancelled_at" | "cancel_message" | "cancel_refunds" | "told">
>;

/** Inserts an event and its keys; returns its id. */
export async function insertEvent(
  tx: Tx,
  event: NewEvent,
  key: { publicKey: string; privateKey: string },
): Promise<number> {
  const { config, landing_config, ...columns } = event;
  const { id } = await tx
    .insertInto("events")
    .values({
      ...columns,
      config: JSON.stringify(config),
      landing_config: JSON.stringify(landing_config),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("event_keys")
    .values({ event_id: id, public_key: key.publicKey, private_key: key.privateKey })
    .execute();
  return id;
}

/** Locks and reads an event. */
export async function lockEvent(tx: Tx, eventId: number): Promise<EventRow | undefined> {
  return tx.selectFrom("events").selectAll().where("id", "=", eventId).forNoKeyUpdate().executeTakeFirst();
}

/** Changes a locked event. */
export async function updateEvent(tx: Tx, eventId: number, change: EventChange): Promise<void> {
  const { config, landing_config, told, ...columns } = change;
  await tx
    .updateTable("events")
    .set({
      ...columns,
      ...(config === undefined ? {} : { config: JSON.stringify(config) }),
      ...(landing_config === undefined ? {} : { landing_config: JSON.stringify(landing_config) }),
      ...(told === undefined ? {} : { told: told === null ? null : JSON.stringify(told) }),
    })
    .where("id", "=", eventId)
    .execute();
}
