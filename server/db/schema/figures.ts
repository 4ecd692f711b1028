import type { Generated } from "kysely";
import type { InsertOnly } from "./columns.ts";

export type EventRegisteredTable = {
  event_id: InsertOnly<number>;
  slot: InsertOnly<Date>;
  ticket_id: InsertOnly<number>;
  attendees: number;
};

export type EventArrivedTable = {
  event_id: InsertOnly<number>;
  slot: InsertOnly<Date>;
  gate: Generated<string>;
  checkins: number;
};

export type EventRevenueTable = {
  event_id: InsertOnly<number>;
  source: InsertOnly<"ticket" | "extras" | "donation" | "sponsorship" | "tax" | "refund">;
  amount: number;
};
