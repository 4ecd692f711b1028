import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { AskedOf, AskedWhen } from "../../../contract/rules/questions/asked.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type {
  DefaultInstant,
  DefaultJson,
  InsertOnly,
  InstantColumn,
  JsonObject,
  NullableInstant,
} from "./columns.ts";

/** The name, place and time that an event had until `changedAt`. */
export type KnownHead = {
  name: string;
  location: string;
  start: string;
  end: string | null;
  timeZone: string;
  changedAt: string;
};
/** What the first buyers know. `later`: what those know who came between two changes, in order. */
export type ToldHead = KnownHead & { later?: KnownHead[] };

export type EventsTable = {
  id: GeneratedAlways<number>;
  club_id: number;
  slug: string;
  name: string;
  description: Generated<string>;
  location: Generated<string>;
  start_datetime: InstantColumn;
  end_datetime: NullableInstant;
  time_zone: string;
  currency: Currency;
  tax_type: Generated<"percent" | "fixed">;
  tax_amount: Generated<number>;
  prices_include_tax: Generated<boolean>;
  is_active: Generated<boolean>;
  cancelled_at: NullableInstant;
  cancel_message: Generated<string>;
  cancel_refunds: Generated<boolean>;
  told: ColumnType<ToldHead | null, string | null | undefined, string | null>;
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

export type DetailRemindersTable = {
  event_id: InsertOnly<number>;
  days_before: InsertOnly<number>;
  batch: InsertOnly<string>;
  queued_at: InstantColumn;
};

export type EventSlugsTable = {
  slug: InsertOnly<string>;
  event_id: InsertOnly<number>;
  since: DefaultInstant;
  /** False for the event's own slugs. */
  is_of_former_system: Generated<boolean>;
};

export type EventKeysTable = {
  event_id: InsertOnly<number>;
  public_key: string;
  private_key: string;
};

export type TicketsTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
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
  is_hidden: Generated<boolean>;
  shared_capacity_id: ColumnType<number | null, number | null | undefined, number | null>;
  tax_rate_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** The size of the smallest waiting group, written by triggers. */
  waiting_least: ColumnType<number | null, never, never>;
};

export type SharedCapacitiesTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  title: string;
  max_places: number;
  held: Generated<number>;
  sold: Generated<number>;
  created_at: DefaultInstant;
};

export type PromoCodesTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  code: string;
  code_key: string;
  kind: "percent" | "amount" | "access";
  value: number;
  ticket_ids: number[] | null;
  max_uses: number | null;
  starts_at: NullableInstant;
  ends_at: NullableInstant;
  is_active: Generated<boolean>;
  held: Generated<number>;
  sold: Generated<number>;
  created_at: DefaultInstant;
};

export type ExtrasTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  name: string;
  description: Generated<string>;
  price: number;
  content: DefaultJson<{ name: string; quantity: number }[]>;
  max_stock: number | null;
  held: Generated<number>;
  sold: Generated<number>;
  is_active: Generated<boolean>;
  created_at: DefaultInstant;
  tax_rate_id: ColumnType<number | null, number | null | undefined, number | null>;
};

export type FormQuestionsTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  type_id: number;
  text: string;
  required: Generated<boolean>;
  options: ColumnType<string[] | null, string | null | undefined, string | null>;
  sort_order: Generated<number>;
  is_hidden: Generated<boolean>;
  shows_at_door: Generated<boolean>;
  ticket_ids: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
  show_if_question_id: ColumnType<number | null, number | null | undefined, number | null>;
  show_if_equals: ColumnType<string | null, string | null | undefined, string | null>;
  asked_of: Generated<AskedOf>;
  asked_when: Generated<AskedWhen>;
};

export type SponsorshipPackagesTable = {
  id: GeneratedAlways<number>;
  event_id: number | null;
  club_id: InsertOnly<number>;
  name: string;
  price: number;
  currency: Currency;
  description: Generated<string>;
  features: DefaultJson<{ text: string; included: boolean }[]>;
  available_count: Generated<number>;
  sold_count: Generated<number>;
  held_count: Generated<number>;
  is_active: Generated<boolean>;
  tax_rate_id: ColumnType<number | null, number | null | undefined, number | null>;
  ticket_id: number | null;
  ticket_count: Generated<number>;
};

export type SponsorData = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  organization: string;
  message: string;
};

export type SponsorshipsTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  club_id: InsertOnly<number>;
  registration_id: number | null;
  package_id: InsertOnly<number | null>;
  package_type: InsertOnly<string>;
  sponsor_data: DefaultJson<Partial<SponsorData>>;
  amount: InsertOnly<number>;
  currency: InsertOnly<Currency>;
  payment_status: Generated<"pending" | "paid" | "failed" | "refunded" | "free">;
  access_key: string;
  created_at: DefaultInstant;
  order_id: number | null;
  is_public: Generated<boolean>;
  is_hidden: Generated<boolean>;
  logo: string | null;
  logo_closed: Generated<boolean>;
  seats_registration_id: number | null;
  import_id: InsertOnly<number | null | undefined>;
  paid_elsewhere: InsertOnly<number | null | undefined>;
};
