import { type RawBuilder, type Selectable, sql } from "kysely";
import type { PayloadOf } from "../../contract/all.ts";
import type { PaymentStatus } from "../../contract/shapes/order.ts";
import type { Sponsorship, StaffSponsorship } from "../../contract/shapes/sponsorship.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { SponsorData } from "../db/schema/events.ts";
import type { Schema } from "../db/schema.ts";

export type SponsorshipRow = Selectable<Schema["sponsorships"]>;

const maxRows = 1000;

/** Up to `maxRows` sponsorships of an event, newest first. */
export function sponsorshipsOfEvent(
  db: Db,
  eventId: number,
  paymentStatus?: PaymentStatus,
): Promise<SponsorshipRow[]> {
  let query = db.selectFrom("sponsorships").selectAll().where("event_id", "=", eventId);
  if (paymentStatus !== undefined) query = query.where("payment_status", "=", paymentStatus);
  return query.orderBy("id", "desc").limit(maxRows).execute();
}

/** Up to `maxRows` sponsorships with this `registration_id`, newest first. */
export function sponsorshipsOfRegistration(db: Db, registrationId: number): Promise<SponsorshipRow[]> {
  return db
    .selectFrom("sponsorships")
    .selectAll()
    .where("registration_id", "=", registrationId)
    .orderBy("id", "desc")
    .limit(maxRows)
    .execute();
}

/** One sponsorship. */
export function sponsorshipById(db: Db, sponsorshipId: number): Promise<SponsorshipRow | undefined> {
  return db.selectFrom("sponsorships").selectAll().where("id", "=", sponsorshipId).executeTakeFirst();
}

/** Locks and reads a sponsorship. */
export function lockSponsorship(tx: Tx, sponsorshipId: number): Promise<SponsorshipRow | undefined> {
  return tx
    .selectFrom("sponsorships")
    .selectAll()
    .where("id", "=", sponsorshipId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The sponsorship that an order pays. */
export function sponsorshipOfOrder(db: Db, orderId: number): Promise<SponsorshipRow | undefined> {
  return db.selectFrom("sponsorships").selectAll().where("order_id", "=", orderId).executeTakeFirst();
}

/** The registrations with the seats of packages, by the order that pays the package. */
export async function seatsOfOrders(
  db: Db,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("sponsorships")
    .select(["order_id", "seats_registration_id"])
    .where("order_id", "in", [...orderIds])
    .where("seats_registration_id", "is not", null)
    .execute();
  return new Map(rows.map(({ order_id, seats_registration_id }) => [order_id!, seats_registration_id!]));
}

/** Inserts an unpaid sponsorship. */
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
    | "seats_registration_id"
  > & { sponsor_data: SponsorData },
): Promise<SponsorshipRow> {
  return tx
    .insertInto("sponsorships")
    .values({ ...sponsorship, sponsor_data: JSON.stringify(sponsorship.sponsor_data) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes what is shown of a sponsor. With `logo_closed`, the sponsor cannot set another logo. */
export function updateSponsorship(
  tx: Tx,
  sponsorshipId: number,
  change: Partial<Pick<SponsorshipRow, "logo" | "logo_closed" | "is_hidden">>,
): Promise<SponsorshipRow> {
  return tx
    .updateTable("sponsorships")
    .set(change)
    .where("id", "=", sponsorshipId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether a sponsorship has this logo. */
export async function isSponsorLogo(db: Db, logo: string): Promise<boolean> {
  const found = await db
    .selectFrom("sponsorships")
    .select("id")
    .where("logo", "=", logo)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many pending sponsorships of an event have a logo. */
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

/** Changes the sponsor, and optionally the key of the sponsor's links. */
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
 * The totals of an event's sponsorships by currency, in minor units, with tax. One that is refunded in part counts in
 * `paid` and in `refunded`. Only orders with a refund or an added tax are read.
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
      select s.currency, count(*) filter (where s.payment_status <> 'refunded' and o.refunded_amount > 0) as count,
        sum(o.refunded_amount) filter (where s.payment_status = 'paid') as refunded,
        ${addedTax("paid")} as paid_tax, ${addedTax("pending")} as pending_tax, ${addedTax("refunded")} as refunded_tax
      from orders o join sponsorships s on s.order_id = o.id
      where o.event_id = ${eventId} and s.payment_status in ('paid', 'pending', 'refunded')
        and (o.refunded_amount > 0 or (o.purpose = 'sponsorship' and o.tax > 0 and not o.prices_include_tax))
      group by s.currency
    )
    select s.currency,
      json_build_object('count', ${sumOf("count", "paid")},
        'amount', ${sumOf("amount", "paid")} + ${part("paid_tax")} - ${part("refunded")}) as paid,
      json_build_object('count', ${sumOf("count", "pending")},
        'amount', ${sumOf("amount", "pending")} + ${part("pending_tax")}) as pending,
      json_build_object('count', ${sumOf("count", "refunded")} + ${part("count")},
        'amount', ${sumOf("amount", "refunded")} + ${part("refunded_tax")} + ${part("refunded")}) as refunded
    from sums s left join parts p on p.currency = s.currency
    group by s.currency order by s.currency`.execute(db);
  return rows;
}

function addedTax(status: PaymentStatus): RawBuilder<unknown> {
  return sql`sum(o.tax) filter (where s.payment_status = ${sql.lit(status)} and not o.prices_include_tax)`;
}

function part(column: "count" | "refunded" | `${"paid" | "pending" | "refunded"}_tax`): RawBuilder<unknown> {
  return sql`coalesce(min(p.${sql.ref(column)}), 0)`;
}

function sumOf(column: "count" | "amount", status: PaymentStatus): RawBuilder<unknown> {
  return sql`coalesce(sum(s.${sql.ref(column)}) filter (where s.payment_status = ${sql.lit(status)}), 0)`;
}

const emptySponsor: SponsorData = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  organization: "",
  message: "",
};

/**
 * Presents a sponsorship with the registration of the request, not the stored one. That is stored only if it has the
 * sponsor's address, so it would show a stranger whether a guessed address is right.
 */
export function presentOwnSponsorship(
  row: SponsorshipRow,
  registrationId: number | null = null,
): Sponsorship {
  return { ...presentSponsorship(row), registrationId };
}

/** Presents a stored sponsorship. Missing details of the sponsor are empty. */
export function presentSponsorship(row: SponsorshipRow): Sponsorship {
  return {
    id: row.id,
    eventId: row.event_id,
    clubId: row.club_id,
    registrationId: row.registration_id,
    packageId: row.package_id,
    packageType: row.package_type,
    sponsorData: { ...emptySponsor, ...row.sponsor_data },
    amount: row.amount,
    currency: row.currency,
    paymentStatus: row.payment_status,
    createdAt: row.created_at.toISOString(),
  };
}

/** The URL of a sponsor's logo, or null. */
export function sponsorLogoUrl({ logo }: Pick<SponsorshipRow, "logo">): string | null {
  return logo === null ? null : `/api/sponsor-logo/${logo}`;
}

/** Presents a sponsorship to staff. */
export function presentStaffSponsorship(row: SponsorshipRow): StaffSponsorship {
  return {
    ...presentSponsorship(row),
    isPublic: row.is_public,
    isHidden: row.is_hidden,
    orderId: row.order_id,
    ...(row.paid_elsewhere !== null && { paidElsewhere: row.paid_elsewhere }),
    logoUrl: sponsorLogoUrl(row),
    accessKey: row.access_key,
  };
}
