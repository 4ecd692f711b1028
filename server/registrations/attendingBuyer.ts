/** The buyer among the attendees of a registration. Pure. */
import type { AttendeeRow, RegistrationRow } from "./rows.ts";

/**
 * Whether an attendee is the buyer. A buyer who attends is the primary attendee. If the buyer does not attend, such as
 * a sponsor, `buyer_name` has the name, and all attendees are guests.
 */
export function isAttendingBuyer(
  { is_primary }: Pick<AttendeeRow, "is_primary">,
  { buyer_name }: Pick<RegistrationRow, "buyer_name">,
): boolean {
  return is_primary && buyer_name === null;
}
