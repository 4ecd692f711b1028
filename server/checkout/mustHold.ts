/** Whether a registration can still be worked on: it holds its places, its time is not over, and it is not paid. */
import { DomainError } from "../domainError.ts";
import type { RegistrationRow } from "../registrations/rows.ts";

/** Throws `alreadyPaid` for an active registration and `holdExpired` for one whose places are no longer kept. */
export function mustHold(registration: RegistrationRow, now: Date): void {
  if (registration.state === "active")
    throw new DomainError("alreadyPaid", "This registration is already complete.");
  const isHolding = registration.state === "held" || registration.state === "pending";
  if (!isHolding || registration.expires_at === null || registration.expires_at <= now) throw holdExpired();
}

/** The refusal of a hold that is over. */
export function holdExpired(): DomainError {
  return new DomainError(
    "holdExpired",
    "Your places were kept for a while and that time is over. Please choose again.",
  );
}
