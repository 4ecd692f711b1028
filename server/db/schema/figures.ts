// The tables of kept figures, which triggers write.
import type { Generated } from "kysely";
import type { Fixed } from "./columns.ts";

export type EventRegisteredTable = {
  event_id: Fixed<number>;
  slot: Fixed<Date>;
  ticket_id: Fixed<number>;
  attendees: number;
};

export type EventArrivedTable = {
  event_id: Fixed<number>;
  slot: Fixed<Date>;
  gate: Generated<string>;
  checkins: number;
};

export type EventRevenueTable = {
  event_id: Fixed<number>;
  source: Fixed<"ticket" | "extras" | "donation" | "sponsorship" | "tax" | "refund">;
  amount: number;
};
