import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Currency } from "../../../contract/scalars.ts";
import type { ClosingCount, ClosingFigures, UnsettledItems } from "../../../contract/shapes/money/closing.ts";
import type { RefundItem } from "../../../contract/shapes/money/refund.ts";
import type { PaidBy } from "../../../contract/shapes/order.ts";
import type {
  DefaultInstant,
  DefaultJson,
  InsertOnly,
  InstantColumn,
  JsonColumn,
  NullableInstant,
} from "./columns.ts";

/** `amount` in `currency`: what was received (`wrongAmount`), or is with us again (`refundSentBack`). */
export type PaymentAttention = {
  kind: "wrongAmount" | "refundSentBack" | "refundRefused" | "unknownPayment" | "other";
  amount?: number;
  currency?: string;
  words?: string;
};

/**
 * `inquiry`: the bank has taken nothing yet; `chargeback`: it has taken the money; `appeal`: its decision is contested.
 * `open` waits for the club's answer until `dueBy` (ISO), `answered` for the bank's decision. `won`: the money is the
 * club's. `lost`: the bank has taken it. A status that is unknown to Foyer is an open chargeback.
 */
export type DisputeRow = {
  /** Null for a dispute that is older than stored ids. */
  ref: string | null;
  stage: "inquiry" | "chargeback" | "appeal";
  state: "open" | "answered" | "won" | "lost";
  dueBy: string | null;
};

export type PaymentsTable = {
  id: GeneratedAlways<number>;
  provider: InsertOnly<string>;
  provider_ref: string | null;
  client_secret: string | null;
  amount: InsertOnly<number>;
  currency: InsertOnly<Currency>;
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
  attention: ColumnType<PaymentAttention | null, string | null | undefined, string | null>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
  order_id: number | null;
  owed_back: "late" | "double" | null;
  fee_amount: number | null;
  fee_currency: string | null;
  is_disputed: Generated<boolean>;
  sent_back_amount: Generated<number>;
  awaits_buyer_amount: Generated<number>;
  dispute_state: "open" | "answered" | "won" | "lost" | null;
  dispute_due_by: NullableInstant;
  refunding_since: NullableInstant;
  disputes: DefaultJson<DisputeRow[]>;
};

export type InstallationTable = {
  is_only: Generated<boolean>;
  id: Generated<string>;
  caught_up_at: NullableInstant;
};

export type PaymentEventsTable = {
  provider: InsertOnly<string>;
  event_id: InsertOnly<string>;
  type: InsertOnly<string>;
  payment_ref: InsertOnly<string | null>;
  received_at: DefaultInstant;
};

export type IntentClientsTable = {
  intent: InsertOnly<string>;
  client: InsertOnly<string>;
  created_at: InstantColumn;
};

export type TestIntentsTable = {
  id: InsertOnly<string>;
  idempotency_key: InsertOnly<string>;
  amount: InsertOnly<number>;
  currency: InsertOnly<string>;
  state: string;
  client_secret: string;
  decline_code: string | null;
  card_last4: string | null;
  refunded_amount: Generated<number>;
  metadata: DefaultJson<Record<string, string>>;
  disputed: Generated<boolean>;
  created_at: DefaultInstant;
};

export type OrdersTable = {
  id: GeneratedAlways<number>;
  order_number: InsertOnly<string>;
  purpose: InsertOnly<"registration" | "extras" | "donation" | "sponsorship">;
  event_id: InsertOnly<number>;
  registration_id: number | null;
  payment_id: number | null;
  subtotal: number;
  tax: number;
  prices_include_tax: Generated<boolean>;
  tax_percent: ColumnType<number | null, number | null | undefined, never>;
  total_amount: number;
  currency: Currency;
  payment_status: "pending" | "paid" | "failed" | "refunded" | "free";
  refunded_amount: Generated<number>;
  created_at: DefaultInstant;
  paid_at: NullableInstant;
  keeps: Generated<"nothing" | "held" | "sold">;
  held_until: NullableInstant;
  refund_due: Generated<number>;
  promo_code: ColumnType<string | null, string | null | undefined, never>;
  discount: Generated<number>;
  channel: Generated<"web" | "door">;
  paid_by: ColumnType<PaidBy | null, PaidBy | null | undefined, PaidBy | null>;
  device_id: ColumnType<string | null, string | null | undefined, string | null>;
  paid_note: Generated<string>;
  refund_awaits_buyer: Generated<number>;
  /** The event of an order without a registration: only this column refers to the events. */
  event_alone: GeneratedAlways<number | null>;
  /** The order's number in the system that it was imported from. */
  imported_number: ColumnType<string | null, string | null | undefined, never>;
  /** The amount paid in that system. */
  paid_elsewhere: ColumnType<number | null, number | null | undefined, never>;
};

export type ReceiptCountersTable = {
  club_id: InsertOnly<number>;
  last_number: number;
};

export type ReceiptsTable = {
  order_id: InsertOnly<number>;
  club_id: InsertOnly<number>;
  number: InsertOnly<number>;
};

export type OrderItemsTable = {
  id: GeneratedAlways<number>;
  order_id: InsertOnly<number>;
  kind: InsertOnly<"ticket" | "extras" | "donation" | "sponsorship">;
  ref_id: number | null;
  title: string;
  unit_price: number;
  quantity: number;
  total: number;
  tax_name: ColumnType<string | null, string | null | undefined, never>;
  tax_percent: ColumnType<number | null, number | null | undefined, never>;
};

export type RefundsTable = {
  id: GeneratedAlways<number>;
  order_id: InsertOnly<number>;
  amount: number;
  state: "due" | "done" | "failed";
  /** The payment's refunded total after this refund. */
  goal: number | null;
  reason: Generated<string>;
  items: DefaultJson<RefundItem[]>;
  actor: InsertOnly<string>;
  failure: string | null;
  created_at: DefaultInstant;
  done_at: NullableInstant;
  /** The kind of the mail that announced the refund. */
  told_in: string | null;
  failed_at: NullableInstant;
  cancelled_people: DefaultJson<string[]>;
};

export type CasesDoneTable = {
  key: InsertOnly<string>;
  actor: InsertOnly<string>;
  note: Generated<string>;
  at: DefaultInstant;
};

export type ExtrasPurchasesTable = {
  id: GeneratedAlways<number>;
  registration_id: InsertOnly<number>;
  event_id: InsertOnly<number>;
  order_id: InsertOnly<number>;
  extras_data: JsonColumn<unknown>;
  redeemed: Generated<boolean>;
  handed: Generated<number[]>;
  qr_uuid: string;
  scanned_at: NullableInstant;
  created_at: DefaultInstant;
};

export type EventClosingsTable = {
  event_id: InsertOnly<number>;
  version: InsertOnly<number>;
  signed_by: InsertOnly<number>;
  account_name: InsertOnly<string>;
  signed_name: InsertOnly<string>;
  note: Generated<string>;
  figures: JsonColumn<{
    figures: ClosingFigures;
    open: Omit<UnsettledItems, "offers"> & Partial<UnsettledItems>;
  }>;
  counts: JsonColumn<ClosingCount[]>;
  signed_at: InsertOnly<Date>;
};
