// The waiting lists of sold-out tickets.
import type { Generated, GeneratedAlways } from "kysely";
import type { WaitingState } from "../../../contract/shapes/waitingList.ts";
import type { DefaultInstant, Fixed, NullableInstant } from "./columns.ts";

export type WaitingEntriesTable = {
  id: GeneratedAlways<number>;
  event_id: Fixed<number>;
  ticket_id: Fixed<number>;
  places: Fixed<number>;
  name: Fixed<string>;
  email: Fixed<string>;
  access_key: Fixed<string>;
  state: Generated<WaitingState>;
  registration_id: number | null;
  offered_until: NullableInstant;
  created_at: DefaultInstant;
};
