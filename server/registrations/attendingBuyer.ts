/** The buyer among the attendees of a registration. Pure. */
import type { AttendeeRow, RegistrationRow } from "./rows.ts";

/**
 * Whether an attendee is the buyer. Buyers who attend are the primary attendee. Sponsors and others who bought for their
 * guests have a name of their own instead, and all of their guests are alike.
 */
export function isAttendingBuyer(
  { is_primary }: Pick<AttendeeRow, "is_primary">,
  { buyer_name }: Pick<RegistrationRow, "buyer_name">,
): boolean {
  return is_primary && buyer_name === null;
}
