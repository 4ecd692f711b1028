import type { Generated, GeneratedAlways } from "kysely";
import type { WaitingState } from "../../../contract/shapes/waitingList.ts";
import type { DefaultInstant, InsertOnly, NullableInstant } from "./columns.ts";

export type WaitingEntriesTable = {
  id: GeneratedAlways<number>;
  event_id: InsertOnly<number>;
  ticket_id: InsertOnly<number>;
  places: InsertOnly<number>;
  name: InsertOnly<string>;
  email: InsertOnly<string>;
  access_key: string;
  state: Generated<WaitingState>;
  registration_id: number | null;
  offered_until: NullableInstant;
  created_at: DefaultInstant;
  import_id: InsertOnly<number | null | undefined>;
};
