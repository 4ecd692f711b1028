import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Currency } from "../../../contract/scalars.ts";
import type { OrderItem } from "../../../contract/shapes/order.ts";
import type { DefaultInstant, DefaultJson, InsertOnly, JsonColumn, NullableInstant } from "./columns.ts";

/** One ticket or extra with the quoted price. `withCode`: each place is one use of the registration's promo code. */
export type OrderLine = OrderItem & { kind: "ticket" | "extras"; refId: number; withCode?: true };

export type RegistrationsTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  state: "held" | "pending" | "active" | "expired" | "cancelled";
  email: string | null;
  access_key: string;
  additional_fields: DefaultJson<Record<string, string>>;
  user_timezone: string | null;
  timezone_offset: number | null;
  places: number;
  lines: JsonColumn<OrderLine[]>;
  subtotal: number;
  tax: number;
  prices_include_tax: Generated<boolean>;
  tax_percent: ColumnType<number | null, number | null | undefined, never>;
  total_amount: number;
  currency: Currency;
  expires_at: NullableInstant;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
  promo_code_id: ColumnType<number | null, number | null | undefined, never>;
  promo_code: ColumnType<string | null, string | null | undefined, never>;
  promo_uses: Generated<number>;
  buyer_name: ColumnType<string | null, string | null | undefined, string | null>;
  discount: Generated<number>;
  client: ColumnType<string | null, string | null | undefined, never>;
  extensions: Generated<number>;
  import_id: ColumnType<number | null, number | null | undefined, never>;
};

export type AttendeesTable = {
  id: GeneratedAlways<number>;
  registration_id: InsertOnly<number>;
  event_id: InsertOnly<number>;
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
  /** Texts of the import by which a search finds the attendee. */
  imported_text: ColumnType<string | null, string | null | undefined, never>;
  /** The hash of the code of the previous system (server/registrations/oldCodes.ts). */
  old_code_hash: ColumnType<string | null, string | null | undefined, never>;
  old_code_ended: Generated<boolean>;
};

export type AttendeeImportsTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  imported_by: InsertOnly<string>;
  imported_at: InsertOnly<Date>;
  file_name: InsertOnly<string | null>;
  people: Generated<number>;
  registrations: Generated<number>;
  left_out: Generated<number>;
  taken_back_at: NullableInstant;
  taken_back_by: ColumnType<string | null, string | null | undefined, string | null>;
};

/** Rows of an imported archive that are kept for reading (server/archive/keptRecords.ts). */
export type ArchivedRecordsTable = {
  event_id: InsertOnly<number>;
  import_id: InsertOnly<number>;
  file: InsertOnly<string>;
  place: InsertOnly<number>;
  cells: ColumnType<string[], string, never>;
};

/** The progress of imports. */
export type ImportsTable = {
  event_id: InsertOnly<number>;
  key: InsertOnly<string>;
  done: Generated<number>;
  total: number;
  state: Generated<"reading" | "writing" | "done" | "failed">;
  updated_at: DefaultInstant;
};

export type AnswersTable = {
  attendee_id: InsertOnly<number>;
  question_id: InsertOnly<number>;
  question_text: string;
  answer: string;
};

export type CheckinsTable = {
  id: GeneratedAlways<number>;
  attendee_id: InsertOnly<number>;
  registration_id: InsertOnly<number>;
  event_id: InsertOnly<number>;
  checked_in_by: number | null;
  created_at: DefaultInstant;
  scan_id: Generated<string>;
  gate: Generated<string>;
  helper: Generated<string>;
};
