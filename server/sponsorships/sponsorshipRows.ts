/** All SQL on sponsorships. */
import { type Selectable, sql } from "kysely";
import type { PayloadOf } from "../../contract/all.ts";
import type { PaymentStatus } from "../../contract/order.ts";
import type { Sponsorship, StaffSponsorship } from "../../contract/sponsorship.ts";
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

/** Takes a sponsorship off the event's page, or puts it back. */
export function hideSponsorship(tx: Tx, sponsorshipId: number, isHidden: boolean): Promise<SponsorshipRow> {
  return tx
    .updateTable("sponsorships")
    .set({ is_hidden: isHidden })
    .where("id", "=", sponsorshipId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What an event's sponsorships come to by currency, in minor units. */
export async function sponsorshipTotals(
  db: Db,
  eventId: number,
): Promise<PayloadOf<"sponsorship/getTotals">> {
  const { rows } = await sql<PayloadOf<"sponsorship/getTotals">[number]>`select currency,
      json_build_object('count', count(*) filter (where payment_status = 'paid'),
        'amount', coalesce(sum(amount) filter (where payment_status = 'paid'), 0)) as paid,
      json_build_object('count', count(*) filter (where payment_status = 'pending'),
        'amount', coalesce(sum(amount) filter (where payment_status = 'pending'), 0)) as pending,
      json_build_object('count', count(*) filter (where payment_status = 'refunded'),
        'amount', coalesce(sum(amount) filter (where payment_status = 'refunded'), 0)) as refunded
    from sponsorships where event_id = ${eventId} and payment_status in ('paid', 'pending', 'refunded')
    group by currency order by currency`.execute(db);
  return rows;
}

const nobody: SponsorData = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  organization: "",
  message: "",
};

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

/** The same with what only staff are to know. */
export function presentStaffSponsorship(row: SponsorshipRow): StaffSponsorship {
  return {
    ...presentSponsorship(row),
    isPublic: row.is_public,
    isHidden: row.is_hidden,
    orderId: row.order_id,
  };
}
