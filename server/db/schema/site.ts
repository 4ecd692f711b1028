import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type {
  DefaultInstant,
  DefaultJson,
  InsertOnly,
  JsonColumn,
  JsonObject,
  NullableInstant,
} from "./columns.ts";

export type MailsTable = {
  id: GeneratedAlways<number>;
  key: InsertOnly<string>;
  kind: InsertOnly<string>;
  recipient: string;
  payload: DefaultJson<JsonObject>;
  state: Generated<"queued" | "sent" | "failed">;
  attempts: Generated<number>;
  message_id: string;
  last_error: string | null;
  created_at: DefaultInstant;
  sent_at: NullableInstant;
  bounced_at: NullableInstant;
  bounced_event_id: ColumnType<number | null, never, never>;
};

export type IdempotencyKeysTable = {
  call: InsertOnly<string>;
  key: InsertOnly<string>;
  body_hash: InsertOnly<Buffer>;
  reply: JsonColumn<unknown>;
  created_at: DefaultInstant;
};

export type LimitCountsTable = {
  what: InsertOnly<string>;
  subject: InsertOnly<string>;
  slot: number;
  counts: number[];
};

export type WriteChecksTable = {
  one: Generated<boolean>;
  written_at: Date;
};

export type AuditLogTable = {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, Date | string | undefined, never>;
  actor: InsertOnly<string>;
  event_id: ColumnType<number | null, number | null | undefined, never>;
  entity: InsertOnly<string>;
  entity_id: InsertOnly<number>;
  action: InsertOnly<string>;
  detail: ColumnType<JsonObject, string | undefined, never>;
};
