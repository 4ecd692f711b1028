import type { AttendeeRow, RegistrationRow } from "./rows.ts";

/** Whether an attendee counts as the buyer. `buyer_name` names a buyer who is not, or not yet, the primary attendee. */
export function isAttendingBuyer(
  { is_primary }: Pick<AttendeeRow, "is_primary">,
  { buyer_name }: Pick<RegistrationRow, "buyer_name">,
): boolean {
  return is_primary && buyer_name === null;
}
