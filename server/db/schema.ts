// What is in the database, as TypeScript sees it?
// Kept by hand beside migrations/*.sql. schema.test.ts compares both, so neither can drift from the other.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Admission, DoorRight, DoorVerdict } from "../../contract/door.ts";
import type { PaidBy } from "../../contract/doorSale.ts";
import type { OrderItem } from "../../contract/order.ts";
import type { Currency } from "../../contract/scalars.ts";

/** An instant. Written as a Date or as ISO 8601 text, read as a Date. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;

/** JSON is written as text: pg would turn an array into a PostgreSQL array, which jsonb refuses. */
type Json<T> = ColumnType<T, string, string>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;
type JsonObject = Record<string, unknown>;

/** Set once by the insert, never changed afterwards. */
type Fixed<T> = ColumnType<T, T, never>;

/** What a registration holds or bought of one ticket or extra, at the price it was quoted at. */
export type Line = OrderItem & { kind: "ticket" | "extras"; refId: number };

type ClubsTable = {
  id: GeneratedAlways<number>;
  name: string;
  location: Generated<string>;
  logo: string | null;
  contact_email: string | null;
  phone: string | null;
  created_at: DefaultInstant;
  requires_second_factor: Generated<boolean>;
};

type AppUsersTable = {
  id: GeneratedAlways<number>;
  full_name: string;
  email: string;
  password_hash: string;
  role: 10 | 20;
  club_id: number | null;
  created_at: DefaultInstant;
  last_signin_at: NullableInstant;
};

type SessionsTable = {
  token_hash: Fixed<Buffer>;
  user_id: number | null;
  created_at: DefaultInstant;
  last_used_at: DefaultInstant;
  revoked_at: NullableInstant;
  id: GeneratedAlways<number>;
  user_agent: Generated<string>;
};

type SigninLanesTable = {
  lane: Fixed<Buffer>;
  account: Fixed<Buffer>;
  address: Fixed<string>;
  failures: Generated<number>;
  not_before: Instant;
  updated_at: Instant;
};

type SigninDevicesTable = {
  device_hash: Fixed<Buffer>;
  user_id: Fixed<number>;
  last_used_at: Instant;
};

type PasswordResetsTable = {
  token_hash: Fixed<Buffer>;
  user_id: Fixed<number>;
  expires_at: Instant;
};

type SecondFactorsTable = {
  user_id: Fixed<number>;
  secret: string | null;
  sealed_secret: Buffer | null;
  confirmed_at: NullableInstant;
  last_step: Generated<number>;
};

type RecoveryCodesTable = {
  user_id: Fixed<number>;
  code_hash: Fixed<Buffer>;
};

type EventsTable = {
  id: GeneratedAlways<number>;
  club_id: number;
  slug: string;
  name: string;
  description: Generated<string>;
  location: Generated<string>;
  start_datetime: Instant;
  end_datetime: NullableInstant;
  time_zone: string;
  currency: Currency;
  tax_type: Generated<"percent" | "fixed">;
  tax_amount: Generated<number>;
  is_active: Generated<boolean>;
  cancelled_at: NullableInstant;
  banner: string | null;
  config: DefaultJson<JsonObject>;
  landing_config: DefaultJson<JsonObject>;
  capacity: number | null;
  held: Generated<number>;
  sold: Generated<number>;
  attendee_count: Generated<number>;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
};

type EventSlugsTable = {
  slug: Fixed<string>;
  event_id: Fixed<number>;
  since: DefaultInstant;
};

type EventKeysTable = {
  event_id: Fixed<number>;
  public_key: string;
  private_key: string;
};

type TicketsTable = {
  id: GeneratedAlways<number>;
  event_id: Fixed<number>;
  title: string;
  description: Generated<string>;
  price: number;
  max_stock: number;
  held: Generated<number>;
  sold: Generated<number>;
  sales_start: NullableInstant;
  sales_end: NullableInstant;
  is_active: Generated<boolean>;
  sort_order: Generated<number>;
  created_at: DefaultInstant;
  valid_days: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
};

type ExtrasTable = {
  id: GeneratedAlways<number>;
  event_id: Fixed<number>;
  name: string;
  description: Generated<string>;
  price: number;
  content: DefaultJson<{ name: string; quantity: number }[]>;
  max_stock: number | null;
  held: Generated<number>;
  sold: Generated<number>;
  is_active: Generated<boolean>;
  created_at: DefaultInstant;
};

type FormQuestionsTable = {
  id: GeneratedAlways<number>;
  event_id: Fixed<number>;
  type_id: number;
  text: string;
  required: Generated<boolean>;
  options: ColumnType<string[] | null, string | null | undefined, string | null>;
  sort_order: Generated<number>;
  is_hidden: Generated<boolean>;
  shows_at_door: Generated<boolean>;
};

type SponsorshipPackagesTable = {
  id: GeneratedAlways<number>;
  event_id: number | null;
  club_id: Fixed<number>;
  name: string;
  price: number;
  currency: Currency;
  description: Generated<string>;
  features: DefaultJson<{ text: string; included: boolean }[]>;
  available_count: Generated<number>;
  sold_count: Generated<number>;
  is_active: Generated<boolean>;
};

/** Who gives, and what they say of themselves. */
export type SponsorData = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  organization: string;
  message: string;
};

type SponsorshipsTable = {
  id: GeneratedAlways<number>;
  event_id: Fixed<number>;
  club_id: Fixed<number>;
  registration_id: number | null;
  package_id: Fixed<number | null>;
  package_type: Fixed<string>;
  sponsor_data: DefaultJson<Partial<SponsorData>>;
  amount: Fixed<number>;
  currency: Fixed<Currency>;
  payment_status: Generated<"pending" | "paid" | "failed" | "refunded" | "free">;
  access_key: Fixed<string>;
  created_at: DefaultInstant;
};

type RegistrationsTable = {
  id: GeneratedAlways<number>;
  event_id: Fixed<number>;
  state: "held" | "pending" | "active" | "expired" | "cancelled";
  email: string | null;
  access_key: string;
  additional_fields: DefaultJson<Record<string, string>>;
  user_timezone: string | null;
  timezone_offset: number | null;
  places: number;
  lines: Json<Line[]>;
  subtotal: number;
  tax: number;
  total_amount: number;
  currency: Currency;
  expires_at: NullableInstant;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
};

type AttendeesTable = {
  id: GeneratedAlways<number>;
  registration_id: Fixed<number>;
  event_id: Fixed<number>;
  ticket_id: number;
  is_primary: Generated<boolean>;
  first_name: string;
  last_name: Generated<string>;
  email: string | null;
  phone: string | null;
  qr_uuid: string;
  created_at: DefaultInstant;
  search_text: GeneratedAlways<string>;
  sort_name: GeneratedAlways<string>;
};

type ImportsTable = {
  event_id: Fixed<number>;
  key: Fixed<string>;
  done: Generated<number>;
  total: number;
  state: Generated<"reading" | "writing" | "done" | "failed">;
  updated_at: DefaultInstant;
};

type AnswersTable = {
  attendee_id: Fixed<number>;
  question_id: Fixed<number>;
  question_text: string;
  answer: string;
};

type CheckinsTable = {
  id: GeneratedAlways<number>;
  attendee_id: Fixed<number>;
  registration_id: Fixed<number>;
  event_id: Fixed<number>;
  checked_in_by: number | null;
  created_at: DefaultInstant;
  scan_id: Generated<string>;
  gate: Generated<string>;
  helper: Generated<string>;
};

type DoorLinksTable = {
  id: GeneratedAlways<number>;
  event_id: Fixed<number>;
  gate: string;
  rights: DoorRight[];
  secret_hash: Buffer;
  pin_hash: string;
  expires_at: Instant;
  most_devices: number;
  failed_tries: Generated<number>;
  locked_until: NullableInstant;
  revoked_at: NullableInstant;
  created_by: number | null;
  created_at: DefaultInstant;
};

type DoorDevicesTable = {
  event_id: Fixed<number>;
  device_id: Fixed<string>;
  link_id: number | null;
  user_id: number | null;
  gate: string;
  name: Generated<string>;
  token_hash: Buffer | null;
  app_version: Generated<string>;
  first_seen_at: DefaultInstant;
  last_seen_at: DefaultInstant;
  scans: Generated<number>;
  waiting: Generated<number>;
  revoked_at: NullableInstant;
};

type DoorScansTable = {
  event_id: Fixed<number>;
  scan_id: Fixed<string>;
  receipt: GeneratedAlways<number>;
  device_id: Fixed<string | null>;
  sequence: Generated<number>;
  kind: Fixed<"admit" | "undo" | "redeem">;
  attendee_id: Fixed<number | null>;
  registration_id: Fixed<number | null>;
  purchase_id: Fixed<number | null>;
  name: Generated<string>;
  verdict: DoorVerdict;
  decided: boolean;
  is_admitted: boolean;
  conflict: Generated<boolean>;
  undone_by: string | null;
  earlier: ColumnType<Admission | null, string | null | undefined, string | null>;
  claimed_at: NullableInstant;
  received_at: DefaultInstant;
  gate: Generated<string>;
  helper: Generated<string>;
  user_id: number | null;
  link_id: number | null;
};

type DoorUndoneTable = {
  event_id: Fixed<number>;
  scan_id: Fixed<string>;
  undone_by: Fixed<string>;
};

type DoorChangesTable = {
  event_id: Fixed<number>;
  xid: Generated<string>;
  attendees: Generated<number[]>;
  registrations: Generated<number[]>;
  purchases: Generated<number[]>;
  at: DefaultInstant;
};

type EventRegisteredTable = {
  event_id: Fixed<number>;
  slot: Fixed<Date>;
  ticket_id: Fixed<number>;
  attendees: number;
};

type EventArrivedTable = {
  event_id: Fixed<number>;
  slot: Fixed<Date>;
  gate: Generated<string>;
  checkins: number;
};

type EventRevenueTable = {
  event_id: Fixed<number>;
  source: Fixed<"ticket" | "extras" | "donation" | "sponsorship" | "tax" | "refund">;
  amount: number;
};

type PaymentsTable = {
  id: GeneratedAlways<number>;
  provider: Fixed<string>;
  provider_ref: string | null;
  client_secret: string | null;
  amount: Fixed<number>;
  currency: Fixed<Currency>;
  state: Generated<
    | "created"
    | "pending"
    | "processing"
    | "succeeded"
    | "failed"
    | "cancelled"
    | "refund_due"
    | "refunded"
    | "needs_attention"
  >;
  decline_code: string | null;
  refunded_amount: Generated<number>;
  attention: string | null;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
};

type PaymentEventsTable = {
  provider: Fixed<string>;
  event_id: Fixed<string>;
  type: Fixed<string>;
  payment_ref: Fixed<string | null>;
  received_at: DefaultInstant;
};

type TestIntentsTable = {
  id: Fixed<string>;
  idempotency_key: Fixed<string>;
  amount: Fixed<number>;
  currency: Fixed<string>;
  state: string;
  client_secret: string;
  decline_code: string | null;
  card_last4: string | null;
  refunded_amount: Generated<number>;
  metadata: DefaultJson<Record<string, string>>;
  disputed: Generated<boolean>;
  created_at: DefaultInstant;
};

type OrdersTable = {
  id: GeneratedAlways<number>;
  order_number: Fixed<string>;
  purpose: Fixed<"registration" | "extras" | "donation" | "sponsorship">;
  event_id: Fixed<number>;
  registration_id: number | null;
  payment_id: number | null;
  subtotal: number;
  tax: number;
  total_amount: number;
  currency: Currency;
  payment_status: "pending" | "paid" | "failed" | "refunded" | "free";
  refunded_amount: Generated<number>;
  created_at: DefaultInstant;
  paid_at: NullableInstant;
  channel: Generated<"web" | "door">;
  paid_by: ColumnType<PaidBy | null, PaidBy | null | undefined, PaidBy | null>;
};

type OrderItemsTable = {
  id: GeneratedAlways<number>;
  order_id: Fixed<number>;
  kind: Fixed<"ticket" | "extras" | "donation" | "sponsorship">;
  ref_id: number | null;
  title: string;
  unit_price: number;
  quantity: number;
  total: number;
};

type ExtrasPurchasesTable = {
  id: GeneratedAlways<number>;
  registration_id: Fixed<number>;
  event_id: Fixed<number>;
  order_id: Fixed<number>;
  extras_data: Json<unknown>;
  redeemed: Generated<boolean>;
  qr_uuid: string;
  scanned_at: NullableInstant;
  created_at: DefaultInstant;
};

type MailsTable = {
  id: GeneratedAlways<number>;
  key: Fixed<string>;
  kind: Fixed<string>;
  recipient: string;
  payload: DefaultJson<JsonObject>;
  state: Generated<"queued" | "sent" | "failed">;
  attempts: Generated<number>;
  message_id: string;
  last_error: string | null;
  created_at: DefaultInstant;
  sent_at: NullableInstant;
};

type IdempotencyKeysTable = {
  call: Fixed<string>;
  key: Fixed<string>;
  body_hash: Fixed<Buffer>;
  reply: Json<unknown>;
  created_at: DefaultInstant;
};

type AuditLogTable = {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, Date | string | undefined, never>;
  actor: Fixed<string>;
  event_id: ColumnType<number | null, number | null | undefined, never>;
  entity: Fixed<string>;
  entity_id: Fixed<number>;
  action: Fixed<string>;
  detail: ColumnType<JsonObject, string | undefined, never>;
};

/** Every table of ours, under the name it has in SQL. */
export type Schema = {
  clubs: ClubsTable;
  app_users: AppUsersTable;
  sessions: SessionsTable;
  signin_lanes: SigninLanesTable;
  signin_devices: SigninDevicesTable;
  password_resets: PasswordResetsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  events: EventsTable;
  event_slugs: EventSlugsTable;
  event_keys: EventKeysTable;
  tickets: TicketsTable;
  extras: ExtrasTable;
  form_questions: FormQuestionsTable;
  sponsorship_packages: SponsorshipPackagesTable;
  sponsorships: SponsorshipsTable;
  registrations: RegistrationsTable;
  attendees: AttendeesTable;
  answers: AnswersTable;
  checkins: CheckinsTable;
  door_links: DoorLinksTable;
  door_devices: DoorDevicesTable;
  door_scans: DoorScansTable;
  door_undone: DoorUndoneTable;
  door_changes: DoorChangesTable;
  event_registered: EventRegisteredTable;
  event_arrived: EventArrivedTable;
  event_revenue: EventRevenueTable;
  payments: PaymentsTable;
  payment_events: PaymentEventsTable;
  test_intents: TestIntentsTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
  extras_purchases: ExtrasPurchasesTable;
  mails: MailsTable;
  idempotency_keys: IdempotencyKeysTable;
  audit_log: AuditLogTable;
  imports: ImportsTable;
};
