import type { ListedAttendee } from "../../contract/shapes/people.ts";
import { presentAttendees } from "../registrations/present.ts";
import type { ListedRow } from "./rows.ts";

/** Presents attendees without their signed codes, because signing a thousand codes would delay everybody else. */
export function presentListed(rows: readonly ListedRow[]): ListedAttendee[] {
  const attendees = presentAttendees(rows, null);
  return rows.map((row, index) => ({
    ...attendees[index]!,
    missing: row.missing,
    registrationState: row.registration_state,
    registrationEmail: row.registration_email,
    additionalFields: row.additional_fields,
    registeredAt: row.registered_at.toISOString(),
    orderId: row.order_id,
    orderNumber: row.order_number,
    importedNumber: row.imported_number,
    paidElsewhere: row.paid_elsewhere,
    orderStatus: row.order_status,
    orderPaidBy: row.order_paid_by,
    isPaid: row.is_paid,
  }));
}
