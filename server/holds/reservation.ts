/** What a buyer asks of the engine, and what the engine says: a hold, or with `express` a whole registration. */
import type { PayloadOf } from "../../contract/all.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import type { Idempotency } from "../db/idempotency.ts";
import type { NewPerson } from "../registrations/rows.ts";
import type { Grant, Wish } from "./decide.ts";

/** One buyer's request. With `express` the people come along, and the order is made in the same transaction. */
export interface ReserveRequest {
  wish: Wish;
  email: string | null;
  userTimezone: string | null;
  timezoneOffset: number | null;
  express: Express | null;
  idempotency: Idempotency | null;
}

/** The people and the price that an express registration brings along. */
export interface Express {
  attendees: readonly AttendeeInput[];
  additionalFields: Record<string, string>;
  totalAmount: number | undefined;
}

/** The reply of `initRegistration`, or of `express`. */
export type HoldReply = PayloadOf<"registration/initRegistration"> | PayloadOf<"registration/express">;

/** A request that was granted its places, on its way to becoming rows. */
export interface GrantedRequest {
  request: ReserveRequest;
  grant: Grant;
  people: NewPerson[];
  email: string | null;
}
