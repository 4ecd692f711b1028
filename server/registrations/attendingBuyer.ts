/** The buyer among the attendees of a registration. Pure. */
import type { AttendeeRow, RegistrationRow } from "./rows.ts";

/**
 * Whether an attendee counts as the buyer. `buyer_name` is set if the buyer is known and does not attend, such as a
 * sponsor, or if the primary ticket has no name yet.
 */
export function isAttendingBuyer(
  { is_primary }: Pick<AttendeeRow, "is_primary">,
  { buyer_name }: Pick<RegistrationRow, "buyer_name">,
): boolean {
  return is_primary && buyer_name === null;
}
