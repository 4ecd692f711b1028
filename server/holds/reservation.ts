import type { PayloadOf } from "../../contract/all.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import type { KeyedRequest } from "../db/idempotency.ts";
import type { NewPerson } from "../registrations/rows.ts";
import type { Grant, HoldRequest } from "./decide.ts";

/** With `express`, people and order are made in the same transaction. */
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
  /** The total that the buyer was shown; undefined is not compared. */
  totalAmount: number | undefined;
  /** The buyer answers later, if the event allows it and there is an address. */
  answersLater?: boolean;
  /** Whether a free registration mails its tickets. Default: true. */
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
