/** All SQL on sponsorships. */
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { PayloadOf } from "../../contract/all.ts";
import type { PaymentStatus } from "../../contract/shapes/order.ts";
import type { Sponsorship, StaffSponsorship } from "../../contract/shapes/sponsorship.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { SponsorData } from "../db/schema/events.ts";
import type { Schema } from "../db/schema.ts";

/** A sponsorship as stored. */
export type SponsorshipRow = Selectable<Schema["sponsorships"]>;

/** The most that a list gives. */
const most = 1000;

/** An event's sponsorships, newest first; of one payment status, or of all. */
export function sponsorshipsOfEvent(
  db: Db,
  eventId: number,
  paymentStatus?: PaymentStatus,
): Promise<SponsorshipRow[]> {
  let query = db.selectFrom("sponsorships").selectAll().where("event_id", "=", eventId);
  if (paymentStatus !== undefined) query = query.where("payment_status", "=", paymentStatus);
  return query.orderBy("id", "desc").limit(most).execute();
}

/** The sponsorships of a registration, newest first. */
export function sponsorshipsOfRegistration(db: Db, registrationId: number): Promise<SponsorshipRow[]> {
  return db
    .selectFrom("sponsorships")
    .selectAll()
    .where("registration_id", "=", registrationId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** One sponsorship, or undefined. */
export function sponsorshipById(db: Db, sponsorshipId: number): Promise<SponsorshipRow | undefined> {
  return db.selectFrom("sponsorships").selectAll().where("id", "=", sponsorshipId).executeTakeFirst();
}

/** Locks a sponsorship, and gives it as it is now. */
export function lockSponsorship(tx: Tx, sponsorshipId: number): Promise<SponsorshipRow | undefined> {
  return tx
    .selectFrom("sponsorships")
    .selectAll()
    .where("id", "=", sponsorshipId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The sponsorship that an order pays, or undefined. */
export function sponsorshipOfOrder(db: Db, orderId: number): Promise<SponsorshipRow | undefined> {
  return db.selectFrom("sponsorships").selectAll().where("order_id", "=", orderId).executeTakeFirst();
}

/** Writes a sponsorship that is yet to be paid. */
export function insertSponsorship(
  tx: Tx,
  sponsorship: Pick<
    SponsorshipRow,
    | "event_id"
    | "club_id"
    | "registration_id"
    | "package_id"
    | "package_type"
    | "amount"
    | "currency"
    | "access_key"
    | "order_id"
    | "is_public"
  > & { sponsor_data: SponsorData },
): Promise<SponsorshipRow> {
  return tx
    .insertInto("sponsorships")
    .values({ ...sponsorship, sponsor_data: JSON.stringify(sponsorship.sponsor_data) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Names a sponsor's logo, or none. */
export function setLogo(tx: Tx, sponsorshipId: number, logo: string | null): Promise<SponsorshipRow> {
  return tx
    .updateTable("sponsorships")
    .set({ logo })
    .where("id", "=", sponsorshipId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether a sponsorship names this logo. */
export async function isSponsorLogo(db: Db, logo: string): Promise<boolean> {
  const found = await db
    .selectFrom("sponsorships")
    .select("id")
    .where("logo", "=", logo)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many logos of an event are of sponsorships that are not paid. */
export async function countUnpaidLogos(db: Db, eventId: number): Promise<number> {
  const { count } = await db
    .selectFrom("sponsorships")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("event_id", "=", eventId)
    .where("payment_status", "=", "pending")
    .where("logo", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Takes a sponsorship off the event's page, or puts it back. */
export function hideSponsorship(tx: Tx, sponsorshipId: number, isHidden: boolean): Promise<SponsorshipRow> {
  return tx
    .updateTable("sponsorships")
    .set({ is_hidden: isHidden })
    .where("id", "=", sponsorshipId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes what is said of the sponsor of a locked sponsorship, and the key of their links. */
export async function updateSponsor(
  tx: Tx,
  sponsorshipId: number,
  change: { sponsorData: SponsorData; accessKey?: string },
): Promise<void> {
  await tx
    .updateTable("sponsorships")
    .set({
      sponsor_data: JSON.stringify(change.sponsorData),
      ...(change.accessKey !== undefined && { access_key: change.accessKey }),
    })
    .where("id", "=", sponsorshipId)
    .execute();
}

/**
 * What an event's sponsorships come to by currency, in minor units. What was given back in part is counted as given back. The
 * sums are read from an index, and orders only where something of them was given back.
 */
export async function sponsorshipTotals(
  db: Db,
  eventId: number,
): Promise<PayloadOf<"sponsorship/getTotals">> {
  const { rows } = await sql<PayloadOf<"sponsorship/getTotals">[number]>`
    with sums as (
      select currency, payment_status, count(*) as count, sum(amount) as amount from sponsorships
      where event_id = ${eventId} and payment_status in ('paid', 'pending', 'refunded') group by currency, payment_status
    ), parts as (
      select s.currency, count(*) filter (where s.payment_status <> 'refunded') as count,
        coalesce(sum(o.refunded_amount) filter (where s.payment_status = 'paid'), 0) as amount
      from orders o join sponsorships s on s.order_id = o.id
      where o.event_id = ${eventId} and o.refunded_amount > 0 and s.payment_status in ('paid', 'pending', 'refunded')
      group by s.currency
    )
    select s.currency,
      json_build_object('count', ${sumOf("count", "paid")}, 'amount', ${sumOf("amount", "paid")} - coalesce(min(p.amount), 0)) as paid,
      json_build_object('count', ${sumOf("count", "pending")}, 'amount', ${sumOf("amount", "pending")}) as pending,
      json_build_object('count', ${sumOf("count", "refunded")} + coalesce(min(p.count), 0),
        'amount', ${sumOf("amount", "refunded")} + coalesce(min(p.amount), 0)) as refunded
    from sums s left join parts p on p.currency = s.currency
    group by s.currency order by s.currency`.execute(db);
  return rows;
}

function sumOf(column: "count" | "amount", status: PaymentStatus): RawBuilder<unknown> {
  return sql`coalesce(sum(s.${sql.ref(column)}) filter (where s.payment_status = ${sql.lit(status)}), 0)`;
}

const nobody: SponsorData = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  organization: "",
  message: "",
};

/**
 * A sponsorship as its sponsor sees it. Whether the registration that they named is theirs is told to staff alone: else a
 * stranger could ask which mail address a registration has.
 */
export function presentOwnSponsorship(row: SponsorshipRow, named: number | null = null): Sponsorship {
  return { ...presentSponsorship(row), registrationId: named };
}

/** Presents a stored sponsorship; what was not said of the sponsor is empty. */
export function presentSponsorship(row: SponsorshipRow): Sponsorship {
  return {
    id: row.id,
    eventId: row.event_id,
    clubId: row.club_id,
    registrationId: row.registration_id,
    packageId: row.package_id,
    packageType: row.package_type,
    sponsorData: { ...nobody, ...row.sponsor_data },
    amount: row.amount,
    currency: row.currency,
    paymentStatus: row.payment_status,
    createdAt: row.created_at.toISOString(),
  };
}

/** Where a sponsor's logo is; null where there is none. */
export function sponsorLogoUrl({ logo }: Pick<SponsorshipRow, "logo">): string | null {
  return logo === null ? null : `/api/sponsor-logo/${logo}`;
}

/** The same with what only staff are to know. */
export function presentStaffSponsorship(row: SponsorshipRow): StaffSponsorship {
  return {
    ...presentSponsorship(row),
    isPublic: row.is_public,
    isHidden: row.is_hidden,
    orderId: row.order_id,
    logoUrl: sponsorLogoUrl(row),
  };
}
