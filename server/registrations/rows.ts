import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { shownFirstName } from "./guestName.ts";

export type RegistrationRow = Selectable<Schema["registrations"]>;
export type AttendeeRow = Omit<
  Selectable<Schema["attendees"]>,
  "search_text" | "sort_name" | "imported_text" | "old_code_hash" | "old_code_ended"
> & {
  ticket_title: string;
  checkin_id: number | null;
  checkin_time: Date | null;
  answers: { questionId: number; text: string; answer: string }[];
  import_id: number | null;
  /** Whether there is a code of the previous system that has not ended. */
  has_old_code: boolean;
  /** False while the name is missing. `first_name` is then the text to show ("Guest of Mara Lind"). */
  is_named: boolean;
};

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`;

/** One registration. */
export function registrationById(db: Db, registrationId: number): Promise<RegistrationRow | undefined> {
  return db.selectFrom("registrations").selectAll().where("id", "=", registrationId).executeTakeFirst();
}

/** Whether an imported registration waits to be made active (migrations/0084-not-yet-active.sql). */
export function awaitsActivation({
  state,
  expires_at,
}: Pick<RegistrationRow, "state" | "expires_at">): boolean {
  return state === "pending" && expires_at === null;
}

/** The registration of a ticket, by the secret of its code. */
export function registrationOfTicket(
  db: Db,
  { attendeeId, qrUuid }: { attendeeId: number; qrUuid: string },
): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom("registrations")
    .selectAll()
    .where("id", "=", (one) =>
      one
        .selectFrom("attendees")
        .select("registration_id")
        .where("attendees.id", "=", attendeeId)
        .where("qr_uuid", "=", qrUuid),
    )
    .executeTakeFirst();
}

/** Locks one registration. Comes after event, tickets and extras in the lock order, before order and payment. */
export function lockRegistration(tx: Tx, registrationId: number): Promise<RegistrationRow | undefined> {
  return tx
    .selectFrom("registrations")
    .selectAll()
    .where("id", "=", registrationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks and reads registrations by id. */
export function lockRegistrations(tx: Tx, registrationIds: readonly number[]): Promise<RegistrationRow[]> {
  return registrationLocks(tx, registrationIds).execute();
}

/**
 * Locks and reads registrations by id, also against doors, which lock them `for key share`
 * (migrations/0018-door-engine.sql).
 */
export function lockAgainstDoors(tx: Tx, registrationIds: readonly number[]): Promise<RegistrationRow[]> {
  return registrationsById(tx, registrationIds).orderBy("id").forUpdate().execute();
}

/** The query of `lockRegistrations`, to send together with other queries. */
export function registrationLocks(tx: Tx, registrationIds: readonly number[]) {
  return registrationsById(tx, registrationIds).orderBy("id").forNoKeyUpdate();
}

/** Those of these registrations that cost nothing. */
export function freeRegistrations(
  db: Db,
  registrationIds: readonly number[],
): Promise<Pick<RegistrationRow, "event_id" | "lines" | "promo_code_id">[]> {
  return db
    .selectFrom("registrations")
    .select(["event_id", "lines", "promo_code_id"])
    .where("id", "=", anyOf(registrationIds))
    .where("total_amount", "=", 0)
    .execute();
}

/**
 * Adds `minutes` to a hold that has not ended and was extended less than `most` times. The conditions are in the
 * statement, because requests may be concurrent.
 */
export function extendExpiry(
  tx: Tx,
  registrationId: number,
  { minutes, most, now }: { minutes: number; most: number; now: Date },
): Promise<RegistrationRow | undefined> {
  return tx
    .updateTable("registrations")
    .set({
      expires_at: sql`expires_at + make_interval(mins => ${minutes}::int)`,
      extensions: sql`extensions + 1`,
      updated_at: now,
    })
    .where("id", "=", registrationId)
    .where("state", "in", ["held", "pending"])
    .where("expires_at", ">", now)
    .where("extensions", "<", most)
    .returningAll()
    .executeTakeFirst();
}

/** Extends a registration's hold until `until`. A hold that ends later, or has no end, stays as it is. */
export async function postponeExpiry(db: Db, registrationId: number, until: Date): Promise<void> {
  await db
    .updateTable("registrations")
    .set({ expires_at: until })
    .where("id", "=", registrationId)
    .where("state", "in", ["held", "pending"])
    .where("expires_at", "<", until)
    .execute();
}

/**
 * Moves the expiry of unpaid registrations whose places staff keep until the event's end (desk/addPeople.ts). `from` is
 * the former end, `to` the new one.
 */
export async function moveKeptUntil(tx: Tx, eventId: number, from: Date, to: Date): Promise<void> {
  await tx
    .updateTable("registrations")
    .set({ expires_at: to })
    .where("event_id", "=", eventId)
    .where("state", "=", "pending")
    .where("expires_at", "=", from)
    .execute();
}

/** The query for registrations by id. */
export function registrationsById(db: Db, registrationIds: readonly number[]) {
  return db.selectFrom("registrations").selectAll().where("id", "=", anyOf(registrationIds));
}

const attendeeQuery = (db: Db) =>
  db
    .selectFrom("attendees")
    .innerJoin("tickets", "tickets.id", "attendees.ticket_id")
    .leftJoin("checkins", "checkins.attendee_id", "attendees.id")
    .select([
      "attendees.id",
      "attendees.registration_id",
      "attendees.event_id",
      "attendees.ticket_id",
      "attendees.is_primary",
      "attendees.last_name",
      "attendees.email",
      "attendees.phone",
      "attendees.qr_uuid",
      "attendees.created_at",
      "tickets.title as ticket_title",
      "checkins.id as checkin_id",
      "checkins.created_at as checkin_time",
    ])
    .select([
      shownFirstName("attendees").as("first_name"),
      sql<boolean>`attendees.first_name <> ''`.as("is_named"),
      sql<boolean>`attendees.old_code_hash is not null and not attendees.old_code_ended`.as("has_old_code"),
      sql<number | null>`(select import_id from registrations where id = attendees.registration_id)`.as(
        "import_id",
      ),
    ])
    .select(
      sql<AttendeeRow["answers"]>`coalesce((
        select json_agg(json_build_object('questionId', question_id, 'text', question_text, 'answer', answer) order by question_id)
        from answers where answers.attendee_id = attendees.id), '[]')`.as("answers"),
    )
    .orderBy("attendees.is_primary", "desc")
    .orderBy("attendees.id");

/** A registration's attendees, the primary one first; with `qrUuid` only that attendee. */
export function attendeesOf(
  db: Db,
  registrationId: number,
  filter: { qrUuid?: string | undefined } = {},
): Promise<AttendeeRow[]> {
  const query = attendeeQuery(db).where("attendees.registration_id", "=", registrationId);
  return (
    filter.qrUuid === undefined ? query : query.where("attendees.qr_uuid", "=", filter.qrUuid)
  ).execute();
}

/** The query for the attendees of registrations, primary ones first. */
export function attendeesOfAll(db: Db, registrationIds: readonly number[]) {
  return attendeeQuery(db).where("attendees.registration_id", "=", anyOf(registrationIds));
}

/** The query for the addresses of the attendees of registrations. */
export function addresseesOf(db: Db, registrationIds: readonly number[]) {
  return db
    .selectFrom("attendees")
    .select(["registration_id", "email"])
    .where("registration_id", "=", anyOf(registrationIds))
    .orderBy("id");
}

/** The event's active registrations whose buyer or one of whose attendees has this address. */
export function activeRegistrationsByEmail(
  db: Db,
  eventId: number,
  email: string,
): Promise<RegistrationRow[]> {
  const key = email.toLowerCase();
  return db
    .selectFrom("registrations")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("state", "=", "active")
    .where((where) =>
      where.or([
        where(sql`lower(email)`, "=", key),
        where.exists(
          where
            .selectFrom("attendees")
            .select("attendees.id")
            .whereRef("attendees.registration_id", "=", "registrations.id")
            .where(sql`lower(attendees.email)`, "=", key),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
}

/** Sets the buyers' details of registrations. */
export async function updateBuyers(
  tx: Tx,
  buyers: readonly Pick<RegistrationRow, "id" | "email" | "additional_fields" | "buyer_name">[],
): Promise<void> {
  const ids = buyers.map(({ id }) => id);
  const emails = buyers.map(({ email }) => email);
  const fields = buyers.map((buyer) => JSON.stringify(buyer.additional_fields));
  const names = buyers.map(({ buyer_name }) => buyer_name);
  await sql`update registrations set email = given.email, additional_fields = given.fields::jsonb,
      buyer_name = given.buyer_name, updated_at = now()
    from unnest(${ids}::bigint[], ${emails}::text[], ${fields}::text[], ${names}::text[])
      as given (id, email, fields, buyer_name)
    where registrations.id = given.id`.execute(tx);
}

/** Marks locked registrations as pending. */
export async function markPending(tx: Tx, registrationIds: readonly number[]): Promise<void> {
  await tx
    .updateTable("registrations")
    .set({ state: "pending", updated_at: sql<Date>`now()` })
    .where("id", "=", anyOf(registrationIds))
    .execute();
}

/** Changes a locked registration. */
export function updateRegistration(
  tx: Tx,
  registrationId: number,
  change: Partial<Pick<RegistrationRow, "email" | "access_key" | "buyer_name">>,
): Promise<RegistrationRow> {
  return tx
    .updateTable("registrations")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("id", "=", registrationId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the primary attendee's name as the buyer's before this person is removed or replaced. A stored name stays. */
export async function storeBuyerName(tx: Tx, registrationId: number): Promise<void> {
  await sql`update registrations r set buyer_name = nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), updated_at = now()
    from attendees a where r.id = ${registrationId} and a.registration_id = r.id and a.is_primary and r.buyer_name is null`.execute(
    tx,
  );
}

/**
 * Deletes registrations and their orders, except detached orders (`detachOrders`). Cancel the registrations first:
 * deletion gives back no places and no uses of promo codes.
 */
export async function deleteRegistrations(tx: Tx, registrationIds: readonly number[]): Promise<void> {
  await tx.deleteFrom("registrations").where("id", "=", anyOf(registrationIds)).execute();
}

export interface NewPerson {
  ticketId: number;
  isPrimary: boolean;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  qrUuid: string;
  answers: { questionId: number; text: string; answer: string }[];
}

/** Deletes all attendees of registrations. The caller has locked them, and none of them is active. */
export async function removeAttendees(tx: Tx, registrationIds: readonly number[]): Promise<void> {
  await tx.deleteFrom("attendees").where("registration_id", "=", anyOf(registrationIds)).execute();
}
