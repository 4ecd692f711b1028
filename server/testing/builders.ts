import { randomBytes } from "node:crypto";
import { promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import type { AskedOf, AskedWhen, ShowIf } from "../../contract/rules/questions/asked.ts";
import type { Role } from "../../contract/rules/roles.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { EventConfig } from "../../contract/shapes/event.ts";
import { createUser } from "../accounts/createUser.ts";
import type { UserRow } from "../accounts/rows.ts";
import type { Db } from "../db/pool.ts";
import { newEventKey } from "../documents/qrSignature.ts";
import type { ReserveRequest } from "../holds/reservation.ts";

let count = 0;
const next = (): number => ++count;

export interface EventSpec {
  clubId?: number;
  slug?: string;
  name?: string;
  currency?: Currency;
  taxType?: "percent" | "fixed";
  taxAmount?: number;
  pricesIncludeTax?: boolean;
  isActive?: boolean;
  cancelledAt?: Date | null;
  start?: Date;
  end?: Date | null;
  timeZone?: string;
  capacity?: number | null;
  config?: Partial<EventConfig>;
}

/** Creates a club. */
export async function buildClub(db: Db, name = `Club ${next()}`): Promise<{ id: number }> {
  return db
    .insertInto("clubs")
    .values({ name, location: "Harbour 1" })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Creates an event with its signing key, and a club if none is given. */
export async function buildEvent(
  db: Db,
  spec: EventSpec = {},
): Promise<{ id: number; slug: string; clubId: number }> {
  const clubId = spec.clubId ?? (await buildClub(db)).id;
  const start = spec.start ?? new Date(Date.now() + 30 * 24 * 3_600_000);
  const slug = spec.slug ?? `event-${next()}-${process.pid}`;
  const event = await db
    .insertInto("events")
    .values({
      club_id: clubId,
      slug,
      name: spec.name ?? "Summer Gala",
      description: "<p>An evening by the water.</p>",
      location: "Pier 7, Hamburg",
      start_datetime: start,
      end_datetime: spec.end === undefined ? new Date(start.getTime() + 4 * 3_600_000) : spec.end,
      time_zone: spec.timeZone ?? "Europe/Berlin",
      currency: spec.currency ?? "eur",
      tax_type: spec.taxType ?? "percent",
      tax_amount: spec.taxAmount ?? 0,
      prices_include_tax: spec.pricesIncludeTax ?? false,
      is_active: spec.isActive ?? true,
      cancelled_at: spec.cancelledAt ?? null,
      capacity: spec.capacity ?? null,
      config: JSON.stringify({ capacity: spec.capacity ?? null, ...spec.config }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = newEventKey();
  await db
    .insertInto("event_keys")
    .values({ event_id: event.id, public_key: key.publicKey, private_key: key.privateKey })
    .execute();
  return { id: event.id, slug, clubId };
}

/** Creates a ticket. Price in minor units. */
export function buildTicket(
  db: Db,
  eventId: number,
  spec: {
    title?: string;
    price?: number;
    maxStock?: number;
    isActive?: boolean;
    salesStart?: Date;
    salesEnd?: Date;
    isHidden?: boolean;
    sharedCapacityId?: number;
    taxRateId?: number;
  } = {},
): Promise<{ id: number }> {
  return db
    .insertInto("tickets")
    .values({
      event_id: eventId,
      title: spec.title ?? "Standard",
      price: spec.price ?? 2500,
      max_stock: spec.maxStock ?? 100,
      is_active: spec.isActive ?? true,
      sales_start: spec.salesStart ?? null,
      sales_end: spec.salesEnd ?? null,
      is_hidden: spec.isHidden ?? false,
      shared_capacity_id: spec.sharedCapacityId ?? null,
      tax_rate_id: spec.taxRateId ?? null,
      sort_order: next(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Creates a code; default: 10 percent off, without a limit. */
export function buildPromoCode(
  db: Db,
  eventId: number,
  spec: {
    code?: string;
    kind?: "percent" | "amount" | "access";
    value?: number;
    ticketIds?: number[];
    maxUses?: number;
    startsAt?: Date;
    endsAt?: Date;
    isActive?: boolean;
  } = {},
): Promise<{ id: number; code: string }> {
  const code = spec.code ?? `CODE-${next()}`;
  return db
    .insertInto("promo_codes")
    .values({
      event_id: eventId,
      code,
      code_key: promoCodeKey(code),
      kind: spec.kind ?? "percent",
      value: spec.value ?? (spec.kind === "access" ? 0 : 10),
      ticket_ids: spec.ticketIds ?? null,
      max_uses: spec.maxUses ?? null,
      starts_at: spec.startsAt ?? null,
      ends_at: spec.endsAt ?? null,
      is_active: spec.isActive ?? true,
    })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
}

/** Creates a shared capacity. */
export function buildSharedCapacity(
  db: Db,
  eventId: number,
  spec: { title?: string; maxPlaces?: number } = {},
): Promise<{ id: number }> {
  return db
    .insertInto("shared_capacities")
    .values({ event_id: eventId, title: spec.title ?? "Main hall", max_places: spec.maxPlaces ?? 100 })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Creates a tax rate of a club. */
export function buildTaxRate(
  db: Db,
  clubId: number,
  spec: { name?: string; percent?: number; validFrom?: Date; isActive?: boolean } = {},
): Promise<{ id: number }> {
  return db
    .insertInto("tax_rates")
    .values({
      club_id: clubId,
      name: spec.name ?? "Food",
      percent: spec.percent ?? 7,
      valid_from: spec.validFrom ?? null,
      is_active: spec.isActive ?? true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Creates an extra. Price in minor units. */
export function buildExtras(
  db: Db,
  eventId: number,
  spec: {
    name?: string;
    price?: number;
    maxStock?: number | null;
    isActive?: boolean;
    taxRateId?: number;
  } = {},
): Promise<{ id: number }> {
  return db
    .insertInto("extras")
    .values({
      event_id: eventId,
      name: spec.name ?? "Dinner",
      price: spec.price ?? 1500,
      max_stock: spec.maxStock === undefined ? 50 : spec.maxStock,
      is_active: spec.isActive ?? true,
      content: JSON.stringify([{ name: "Course", quantity: 3 }]),
      tax_rate_id: spec.taxRateId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Creates a question. */
export function buildQuestion(
  db: Db,
  eventId: number,
  spec: {
    typeId?: number;
    text?: string;
    required?: boolean;
    options?: string[] | null;
    ticketIds?: number[];
    askedOf?: AskedOf;
    askedWhen?: AskedWhen;
    showIf?: ShowIf;
  } = {},
): Promise<{ id: number }> {
  return db
    .insertInto("form_questions")
    .values({
      event_id: eventId,
      type_id: spec.typeId ?? 0,
      text: spec.text ?? "Any allergies?",
      required: spec.required ?? false,
      options: spec.options === undefined || spec.options === null ? null : JSON.stringify(spec.options),
      sort_order: next(),
      ticket_ids: spec.ticketIds ?? null,
      asked_of: spec.askedOf ?? "guest",
      asked_when: spec.askedWhen ?? "purchase",
      show_if_question_id: spec.showIf?.questionId ?? null,
      show_if_equals: spec.showIf?.equals ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Creates a package in the event's currency. Price in minor units. */
export function buildPackage(
  db: Db,
  eventId: number,
  spec: {
    name?: string;
    price?: number;
    availableCount?: number;
    isActive?: boolean;
    taxRateId?: number;
  } = {},
): Promise<{ id: number }> {
  return db
    .insertInto("sponsorship_packages")
    .columns([
      "event_id",
      "club_id",
      "name",
      "price",
      "currency",
      "available_count",
      "is_active",
      "tax_rate_id",
    ])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom("events")
        .where("id", "=", eventId)
        .select([
          "id",
          "club_id",
          cast<string>(val(spec.name ?? "Gold"), "text").as("name"),
          cast<number>(val(spec.price ?? 50_000), "integer").as("price"),
          "currency",
          cast<number>(val(spec.availableCount ?? -1), "integer").as("available_count"),
          cast<boolean>(val(spec.isActive ?? true), "boolean").as("is_active"),
          cast<number | null>(val(spec.taxRateId ?? null), "bigint").as("tax_rate_id"),
        ]),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Creates a sponsorship without an order. Amount in minor units. */
export async function buildSponsorship(
  db: Db,
  spec: {
    eventId: number;
    packageId?: number;
    registrationId?: number;
    amount?: number;
    paymentStatus?: "pending" | "paid" | "failed" | "refunded";
    organization?: string;
    isPublic?: boolean;
  },
): Promise<{ id: number }> {
  const event = await db
    .selectFrom("events")
    .select(["club_id", "currency"])
    .where("id", "=", spec.eventId)
    .executeTakeFirstOrThrow();
  return db
    .insertInto("sponsorships")
    .values({
      event_id: spec.eventId,
      club_id: event.club_id,
      registration_id: spec.registrationId ?? null,
      package_id: spec.packageId ?? null,
      package_type: spec.packageId === undefined ? "donation" : "Gold",
      sponsor_data: JSON.stringify({
        firstName: "Ada",
        email: "ada@example.org",
        organization: spec.organization ?? "",
      }),
      is_public: spec.isPublic ?? true,
      amount: spec.amount ?? 50_000,
      currency: event.currency,
      payment_status: spec.paymentStatus ?? "pending",
      access_key: randomBytes(16).toString("base64url"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

export const testPassword = "correct horse 1";

/** Creates an account with `testPassword`. */
export function buildUser(db: Db, role: Role, clubId: number | null): Promise<UserRow> {
  const email = `user${next()}-${process.pid}@example.org`;
  return createUser(db, { fullName: "Mia Keller", email, password: testPassword, role, clubId });
}

/** A request to hold places of one ticket. */
export function holdRequest(eventId: number, ticketId: number, quantity = 1): ReserveRequest {
  return {
    wish: { eventId, tickets: [{ ticketId, quantity }] },
    email: "buyer@example.org",
    userTimezone: "Europe/Berlin",
    timezoneOffset: null,
    express: null,
    idempotency: null,
  };
}

/** Adds an entry to the waiting list, even if places are left. */
export async function buildEntry(
  db: Db,
  spec: { event: { id: number }; ticketId: number; name?: string; places?: number; email?: string },
): Promise<{ entryId: number; accessKey: string }> {
  const name = spec.name ?? `guest${next()}`;
  const row = await db
    .insertInto("waiting_entries")
    .values({
      event_id: spec.event.id,
      ticket_id: spec.ticketId,
      places: spec.places ?? 1,
      name,
      email: spec.email ?? `${name}@example.org`,
      access_key: randomBytes(16).toString("base64url"),
    })
    .returning(["id", "access_key"])
    .executeTakeFirstOrThrow();
  return { entryId: row.id, accessKey: row.access_key };
}
