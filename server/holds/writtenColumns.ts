/** A new column of these tables does not compile until it is listed here as written or left out. */
import type { Selectable } from "kysely";
import type { Schema } from "../db/schema.ts";

/** Columns that keep their defaults. */
interface LeftOut {
  registrations: "extensions" | "import_id";
  attendees:
    | "created_at"
    | "search_text"
    | "sort_name"
    | "imported_text"
    | "old_code_hash"
    | "old_code_ended";
  answers: never;
  orders:
    | "payment_id"
    | "refunded_amount"
    | "keeps"
    | "held_until"
    | "refund_due"
    | "channel"
    | "paid_by"
    | "device_id"
    | "paid_note"
    | "refund_awaits_buyer"
    | "event_alone"
    | "imported_number"
    | "paid_elsewhere";
  order_items: "id";
  extras_purchases: "id" | "redeemed" | "handed" | "scanned_at" | "created_at";
  idempotency_keys: "created_at";
  audit_log: "id" | "at";
}

export type WrittenTable = keyof LeftOut;

type Column<T extends WrittenTable> = Exclude<keyof Schema[T], LeftOut[T]>;

export type WrittenRow<T extends WrittenTable> = Pick<
  Selectable<Schema[T]>,
  Column<T> & keyof Selectable<Schema[T]>
>;

/** The written columns with their PostgreSQL types. */
export const writtenColumns: { readonly [T in WrittenTable]: Readonly<Record<Column<T>, string>> } = {
  registrations: {
    id: "bigint",
    event_id: "bigint",
    state: "text",
    email: "text",
    access_key: "text",
    additional_fields: "jsonb",
    user_timezone: "text",
    timezone_offset: "int",
    places: "int",
    lines: "jsonb",
    subtotal: "int",
    tax: "int",
    prices_include_tax: "boolean",
    tax_percent: "numeric",
    total_amount: "int",
    currency: "text",
    expires_at: "timestamptz",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    promo_code_id: "bigint",
    promo_code: "text",
    promo_uses: "int",
    buyer_name: "text",
    discount: "int",
    client: "text",
  },
  attendees: {
    id: "bigint",
    registration_id: "bigint",
    event_id: "bigint",
    ticket_id: "bigint",
    is_primary: "boolean",
    first_name: "text",
    last_name: "text",
    email: "text",
    phone: "text",
    qr_uuid: "uuid",
  },
  answers: { attendee_id: "bigint", question_id: "bigint", question_text: "text", answer: "text" },
  orders: {
    id: "bigint",
    order_number: "text",
    purpose: "text",
    event_id: "bigint",
    registration_id: "bigint",
    subtotal: "int",
    tax: "int",
    prices_include_tax: "boolean",
    tax_percent: "numeric",
    total_amount: "int",
    currency: "text",
    payment_status: "text",
    created_at: "timestamptz",
    paid_at: "timestamptz",
    promo_code: "text",
    discount: "int",
  },
  order_items: {
    order_id: "bigint",
    kind: "text",
    ref_id: "bigint",
    title: "text",
    unit_price: "int",
    quantity: "int",
    total: "int",
    tax_name: "text",
    tax_percent: "numeric",
  },
  extras_purchases: {
    registration_id: "bigint",
    event_id: "bigint",
    order_id: "bigint",
    extras_data: "jsonb",
    qr_uuid: "uuid",
  },
  idempotency_keys: { call: "text", key: "text", body_hash: "bytea", reply: "json" },
  audit_log: {
    actor: "text",
    event_id: "bigint",
    entity: "text",
    entity_id: "bigint",
    action: "text",
    detail: "jsonb",
  },
};
