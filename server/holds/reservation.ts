import type { PayloadOf } from "../../contract/all.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import type { KeyedRequest } from "../db/idempotency.ts";
import type { NewPerson } from "../registrations/rows.ts";
import type { Grant, HoldRequest } from "./decide.ts";

/** One buyer's request. With `express` it includes the people, and the order is made in the same transaction. */
export interface ReserveRequest extends KeyedRequest {
  wish: HoldRequest;
  email: string | null;
  userTimezone: string | null;
  timezoneOffset: number | null;
  express: Express | null;
}

export interface Express {
  attendees: readonly AttendeeInput[];
  additionalFields: Record<string, string>;
  totalAmount: number | undefined;
  /** The buyer wants to answer the questions later. Needs an address and the event's permission. */
  answersLater?: boolean;
  /** False if a free registration is made without mailing its tickets. Default: true. */
  mailsTickets?: boolean;
}

export type HoldReply = PayloadOf<"registration/initRegistration"> | PayloadOf<"registration/express">;

/** A granted request whose rows are not written yet. */
export interface GrantedRequest {
  request: ReserveRequest;
  grant: Grant;
  people: NewPerson[];
  email: string | null;
}
