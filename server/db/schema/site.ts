// The tables of internal work: queued mails, stored replies, the history.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type {
  DefaultInstant,
  DefaultJson,
  Fixed,
  JsonColumn,
  JsonObject,
  NullableInstant,
} from "./columns.ts";

export type MailsTable = {
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
  bounced_at: NullableInstant;
  bounced_event_id: ColumnType<number | null, never, never>;
};

export type IdempotencyKeysTable = {
  call: Fixed<string>;
  key: Fixed<string>;
  body_hash: Fixed<Buffer>;
  reply: JsonColumn<unknown>;
  created_at: DefaultInstant;
};

export type LimitCountsTable = {
  what: Fixed<string>;
  subject: Fixed<string>;
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
  actor: Fixed<string>;
  event_id: ColumnType<number | null, number | null | undefined, never>;
  entity: Fixed<string>;
  entity_id: Fixed<number>;
  action: Fixed<string>;
  detail: ColumnType<JsonObject, string | undefined, never>;
};
