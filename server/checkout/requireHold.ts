import { DomainError } from "../domainError.ts";
import type { OrderRow } from "../orders/rows.ts";
import type { RegistrationRow } from "../registrations/rows.ts";

/** Whether a hold is open: unpaid, and its time is not over. */
export function isHolding({ state, expires_at }: RegistrationRow, now: Date): boolean {
  return (state === "held" || state === "pending") && expires_at !== null && expires_at > now;
}

/** @throws alreadyPaid for an active registration, else holdExpired unless its hold is open. */
export function requireHold(registration: RegistrationRow, now: Date): void {
  if (registration.state === "active")
    throw new DomainError("alreadyPaid", "This registration is already complete.");
  if (!isHolding(registration, now)) throw holdExpired();
}

/** Checks an order that is not of tickets. @throws holdExpired unless its hold is open. */
export function requireOrderHold({ held_until }: Pick<OrderRow, "held_until">, now: Date): void {
  if (held_until === null || held_until <= now)
    throw new DomainError("holdExpired", "This was reserved for you, and the reservation has expired.");
}

/** The refusal of a hold that is over. */
export function holdExpired(): DomainError {
  return new DomainError("holdExpired", "Your reservation has expired. Please choose again.");
}
