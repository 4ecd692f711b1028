import type { InsertType, SelectType } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import type { Schema } from "./schema.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

type BaseKind<T> = T extends number
  ? "bigint" | "integer" | "smallint" | "numeric"
  : T extends boolean
    ? "boolean"
    : T extends Date
      ? "timestamptz"
      : T extends Buffer
        ? "bytea"
        : T extends string
          ? "text" | "uuid" | "xid8"
          : T extends readonly string[]
            ? "_text" | "jsonb"
            : T extends readonly number[]
              ? "_int8"
              : "jsonb" | "json";

type NullableKind<T> = unknown extends T
  ? "jsonb" | "json"
  : null extends T
    ? `${BaseKind<NonNullable<T>>}?`
    : BaseKind<T>;

/** "?" can be null; "=" may be left out of an insert although it cannot be null. */
type Kind<Column> =
  null extends SelectType<Column>
    ? NullableKind<SelectType<Column>>
    : [InsertType<Column>] extends [never]
      ? `${NullableKind<SelectType<Column>>}=`
      : undefined extends InsertType<Column>
        ? `${NullableKind<SelectType<Column>>}=`
        : NullableKind<SelectType<Column>>;

/** Does not compile unless it names every column of `Schema` with a kind that fits its type. */
const declared: {
  [Table in keyof Schema]: { [Column in keyof Schema[Table]]: Kind<Schema[Table][Column]> };
} = {
  clubs: {
    id: "bigint=",
    name: "text",
    location: "text=",
    logo: "text?",
    contact_email: "text?",
    phone: "text?",
    created_at: "timestamptz=",
    requires_second_factor: "boolean=",
  },
  app_users: {
    id: "bigint=",
    full_name: "text",
    email: "text",
    password_hash: "text",
    role: "smallint",
    club_id: "bigint?",
    created_at: "timestamptz=",
    last_signin_at: "timestamptz?",
  },
  sessions: {
    token_hash: "bytea",
    user_id: "bigint?",
    created_at: "timestamptz=",
    last_used_at: "timestamptz=",
    revoked_at: "timestamptz?",
    id: "bigint=",
    user_agent: "text=",
  },
  signin_lanes: {
    lane: "bytea",
    account: "bytea",
    address: "text",
    failures: "integer=",
    not_before: "timestamptz",
    updated_at: "timestamptz",
  },
  signin_devices: { device_hash: "bytea", user_id: "bigint", last_used_at: "timestamptz" },
  password_resets: { token_hash: "bytea", user_id: "bigint", expires_at: "timestamptz" },
  second_factors: {
    user_id: "bigint",
    secret: "text?",
    sealed_secret: "bytea?",
    confirmed_at: "timestamptz?",
    last_step: "bigint=",
  },
  recovery_codes: { user_id: "bigint", code_hash: "bytea" },
  events: {
    id: "bigint=",
    club_id: "bigint",
    slug: "text",
    name: "text",
    description: "text=",
    location: "text=",
    start_datetime: "timestamptz",
    end_datetime: "timestamptz?",
    time_zone: "text",
    currency: "text",
    tax_type: "text=",
    tax_amount: "numeric=",
    is_active: "boolean=",
    cancelled_at: "timestamptz?",
    cancel_message: "text=",
    cancel_refunds: "boolean=",
    banner: "text?",
    config: "jsonb=",
    landing_config: "jsonb=",
    capacity: "integer?",
    held: "integer=",
    sold: "integer=",
    attendee_count: "integer=",
    version: "bigint=",
    created_at: "timestamptz=",
    updated_at: "timestamptz=",
  },
  event_slugs: { slug: "text", event_id: "bigint", since: "timestamptz=" },
  event_keys: {
    event_id: "bigint",
    public_key: "text",
    private_key: "text",
  },
  tickets: {
    id: "bigint=",
    event_id: "bigint",
    title: "text",
    description: "text=",
    price: "integer",
    max_stock: "integer",
    held: "integer=",
    sold: "integer=",
    sales_start: "timestamptz?",
    sales_end: "timestamptz?",
    is_active: "boolean=",
    sort_order: "integer=",
    created_at: "timestamptz=",
    valid_days: "_text?",
  },
  extras: {
    id: "bigint=",
    event_id: "bigint",
    name: "text",
    description: "text=",
    price: "integer",
    content: "jsonb=",
    max_stock: "integer?",
    held: "integer=",
    sold: "integer=",
    is_active: "boolean=",
    created_at: "timestamptz=",
  },
  form_questions: {
    id: "bigint=",
    event_id: "bigint",
    type_id: "smallint",
    text: "text",
    required: "boolean=",
    options: "jsonb?",
    sort_order: "integer=",
    is_hidden: "boolean=",
    shows_at_door: "boolean=",
  },
  sponsorship_packages: {
    id: "bigint=",
    event_id: "bigint?",
    club_id: "bigint",
    name: "text",
    price: "integer",
    currency: "text",
    description: "text=",
    features: "jsonb=",
    available_count: "integer=",
    sold_count: "integer=",
    held_count: "integer=",
    is_active: "boolean=",
  },
  sponsorships: {
    id: "bigint=",
    event_id: "bigint",
    club_id: "bigint",
    registration_id: "bigint?",
    package_id: "bigint?",
    package_type: "text",
    sponsor_data: "jsonb=",
    amount: "integer",
    currency: "text",
    payment_status: "text=",
    access_key: "text",
    created_at: "timestamptz=",
    order_id: "bigint?",
    is_public: "boolean=",
    is_hidden: "boolean=",
  },
  registrations: {
    id: "bigint=",
    event_id: "bigint",
    state: "text",
    email: "text?",
    access_key: "text",
    additional_fields: "jsonb=",
    user_timezone: "text?",
    timezone_offset: "integer?",
    places: "integer",
    lines: "jsonb",
    subtotal: "integer",
    tax: "integer",
    total_amount: "integer",
    currency: "text",
    expires_at: "timestamptz?",
    created_at: "timestamptz=",
    updated_at: "timestamptz=",
  },
  attendees: {
    id: "bigint=",
    registration_id: "bigint",
    event_id: "bigint",
    ticket_id: "bigint",
    is_primary: "boolean=",
    first_name: "text",
    last_name: "text=",
    email: "text?",
    phone: "text?",
    qr_uuid: "uuid",
    created_at: "timestamptz=",
    search_text: "text=",
    sort_name: "text=",
  },
  answers: {
    attendee_id: "bigint",
    question_id: "bigint",
    question_text: "text",
    answer: "text",
  },
  checkins: {
    id: "bigint=",
    attendee_id: "bigint",
    registration_id: "bigint",
    event_id: "bigint",
    checked_in_by: "bigint?",
    created_at: "timestamptz=",
    scan_id: "uuid=",
    gate: "text=",
    helper: "text=",
  },
  door_links: {
    id: "bigint=",
    event_id: "bigint",
    gate: "text",
    rights: "_text",
    secret_hash: "bytea",
    pin_hash: "text",
    expires_at: "timestamptz",
    most_devices: "integer",
    failed_tries: "integer=",
    failed_in_row: "integer=",
    locked_until: "timestamptz?",
    revoked_at: "timestamptz?",
    created_by: "bigint?",
    created_at: "timestamptz=",
    secrets_at: "timestamptz=",
  },
  door_devices: {
    event_id: "bigint",
    device_id: "uuid",
    link_id: "bigint?",
    user_id: "bigint?",
    gate: "text",
    name: "text=",
    token_hash: "bytea?",
    app_version: "text=",
    first_seen_at: "timestamptz=",
    last_seen_at: "timestamptz=",
    scans: "integer=",
    waiting: "integer=",
    revoked_at: "timestamptz?",
  },
  door_scans: {
    event_id: "bigint",
    scan_id: "uuid",
    receipt: "bigint=",
    device_id: "uuid?",
    sequence: "bigint=",
    kind: "text",
    attendee_id: "bigint?",
    registration_id: "bigint?",
    purchase_id: "bigint?",
    name: "text=",
    verdict: "text",
    decided: "boolean",
    is_admitted: "boolean",
    conflict: "boolean=",
    undone_by: "uuid?",
    earlier: "jsonb?",
    claimed_at: "timestamptz?",
    received_at: "timestamptz=",
    gate: "text=",
    helper: "text=",
    user_id: "bigint?",
    link_id: "bigint?",
  },
  door_undone: { event_id: "bigint", scan_id: "uuid", undone_by: "uuid" },
  door_changes: {
    event_id: "bigint",
    xid: "xid8=",
    attendees: "_int8=",
    registrations: "_int8=",
    purchases: "_int8=",
    at: "timestamptz=",
    is_door: "boolean=",
    is_gone: "boolean=",
  },
  event_registered: { event_id: "bigint", slot: "timestamptz", ticket_id: "bigint", attendees: "integer" },
  event_arrived: { event_id: "bigint", slot: "timestamptz", gate: "text=", checkins: "integer" },
  event_revenue: { event_id: "bigint", source: "text", amount: "bigint" },
  payments: {
    id: "bigint=",
    provider: "text",
    provider_ref: "text?",
    client_secret: "text?",
    amount: "integer",
    currency: "text",
    state: "text=",
    decline_code: "text?",
    refunded_amount: "integer=",
    attention: "text?",
    created_at: "timestamptz=",
    updated_at: "timestamptz=",
  },
  payment_events: {
    provider: "text",
    event_id: "text",
    type: "text",
    payment_ref: "text?",
    received_at: "timestamptz=",
  },
  test_intents: {
    id: "text",
    idempotency_key: "text",
    amount: "integer",
    currency: "text",
    state: "text",
    client_secret: "text",
    decline_code: "text?",
    card_last4: "text?",
    refunded_amount: "integer=",
    metadata: "jsonb=",
    disputed: "boolean=",
    created_at: "timestamptz=",
  },
  orders: {
    id: "bigint=",
    order_number: "text",
    purpose: "text",
    event_id: "bigint",
    registration_id: "bigint?",
    payment_id: "bigint?",
    subtotal: "integer",
    tax: "integer",
    total_amount: "integer",
    currency: "text",
    payment_status: "text",
    refunded_amount: "integer=",
    created_at: "timestamptz=",
    paid_at: "timestamptz?",
    channel: "text=",
    paid_by: "text?",
    device_id: "uuid?",
    event_alone: "bigint?",
    keeps: "text=",
    held_until: "timestamptz?",
    refund_due: "integer=",
  },
  refunds: {
    id: "bigint=",
    order_id: "bigint",
    amount: "integer",
    state: "text",
    goal: "integer?",
    reason: "text=",
    items: "jsonb=",
    actor: "text",
    failure: "text?",
    created_at: "timestamptz=",
    done_at: "timestamptz?",
  },
  order_items: {
    id: "bigint=",
    order_id: "bigint",
    kind: "text",
    ref_id: "bigint?",
    title: "text",
    unit_price: "integer",
    quantity: "integer",
    total: "integer",
  },
  extras_purchases: {
    id: "bigint=",
    registration_id: "bigint",
    event_id: "bigint",
    order_id: "bigint",
    extras_data: "jsonb",
    redeemed: "boolean=",
    qr_uuid: "uuid",
    scanned_at: "timestamptz?",
    created_at: "timestamptz=",
  },
  mails: {
    id: "bigint=",
    key: "text",
    kind: "text",
    recipient: "text",
    payload: "jsonb=",
    state: "text=",
    attempts: "integer=",
    message_id: "text",
    last_error: "text?",
    created_at: "timestamptz=",
    sent_at: "timestamptz?",
  },
  idempotency_keys: {
    call: "text",
    key: "text",
    body_hash: "bytea",
    reply: "json",
    created_at: "timestamptz=",
  },
  audit_log: {
    id: "bigint=",
    at: "timestamptz=",
    actor: "text",
    event_id: "bigint?",
    entity: "text",
    entity_id: "bigint",
    action: "text",
    detail: "jsonb=",
  },
  imports: {
    event_id: "bigint",
    key: "text",
    done: "integer=",
    total: "integer",
    state: "text=",
    updated_at: "timestamptz=",
  },
};

test("the declared schema is the one that the migrations make", async () => {
  const { rows } = await database.pool.query<{ table_name: string; columns: Record<string, string> }>(`
    select table_name, json_object_agg(column_name, kind) as columns
    from (
      select table_name, column_name,
        case udt_name when 'int8' then 'bigint' when 'int4' then 'integer' when 'int2' then 'smallint'
          when 'bool' then 'boolean' else udt_name end
        || case when is_nullable = 'YES' then '?'
          when column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' then '=' else '' end as kind
      from information_schema.columns
      where table_schema = 'public' and table_name <> 'migrations'
    ) as found
    group by table_name`);
  expect(Object.fromEntries(rows.map((row) => [row.table_name, row.columns]))).toEqual(declared);
});
