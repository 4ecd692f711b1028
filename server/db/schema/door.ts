import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Admission, DoorRight, DoorVerdict } from "../../../contract/shapes/door/door.ts";
import type { DefaultInstant, InsertOnly, InstantColumn, NullableInstant } from "./columns.ts";

export type DoorLinksTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  gate: string;
  rights: DoorRight[];
  secret_hash: Buffer;
  pin_hash: string;
  expires_at: InstantColumn;
  /** Whether the link's end follows the event's. */
  follows_event: Generated<boolean>;
  most_devices: number;
  failed_tries: Generated<number>;
  failed_in_row: Generated<number>;
  locked_until: NullableInstant;
  revoked_at: NullableInstant;
  created_by: number | null;
  created_at: DefaultInstant;
  secrets_at: DefaultInstant;
};

export type DoorDevicesTable = {
  event_id: InsertOnly<number>;
  device_id: InsertOnly<string>;
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

export type DoorScansTable = {
  event_id: InsertOnly<number>;
  scan_id: InsertOnly<string>;
  receipt: GeneratedAlways<number>;
  device_id: InsertOnly<string | null>;
  sequence: Generated<number>;
  kind: InsertOnly<"admit" | "undo" | "redeem">;
  attendee_id: InsertOnly<number | null>;
  registration_id: InsertOnly<number | null>;
  purchase_id: InsertOnly<number | null>;
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
  handed: InsertOnly<number[] | null>;
  import_id: InsertOnly<number | null>;
};

export type DoorUndoneTable = {
  event_id: InsertOnly<number>;
  scan_id: InsertOnly<string>;
  undone_by: InsertOnly<string>;
};

export type DoorChangesTable = {
  event_id: InsertOnly<number>;
  xid: Generated<string>;
  attendees: Generated<number[]>;
  registrations: Generated<number[]>;
  purchases: Generated<number[]>;
  at: DefaultInstant;
  is_door: Generated<boolean>;
  is_gone: Generated<boolean>;
};
