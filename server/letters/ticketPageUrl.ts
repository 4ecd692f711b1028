import { pageUrls } from "../pageUrls.ts";
import type { AttendeeRow, RegistrationRow } from "../registrations/rows.ts";

/** The page that shows a registration's tickets, with its key (docs/wire.md §1). For the buyer only. */
export function ticketPageUrl(
  publicUrl: string,
  slug: string,
  { id, access_key }: Pick<RegistrationRow, "id" | "access_key">,
): string {
  return pageUrls.tickets(publicUrl, slug, { registrationId: String(id), accessKey: access_key });
}

/** The page that shows one ticket, with that ticket's own proof. */
export function guestTicketUrl(
  publicUrl: string,
  slug: string,
  { registration_id, qr_uuid }: Pick<AttendeeRow, "registration_id" | "qr_uuid">,
): string {
  return pageUrls.tickets(publicUrl, slug, { registrationId: String(registration_id), qrUuid: qr_uuid });
}
