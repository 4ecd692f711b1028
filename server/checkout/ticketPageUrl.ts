/** Where a registration's tickets are shown, for mails. */
import type { RegistrationRow } from "../registrations/rows.ts";

/** The address of the page that shows a registration's tickets, with its proof of ownership (wire.md §1). */
export function ticketPageUrl(publicUrl: string, slug: string, registration: RegistrationRow): string {
  const query = new URLSearchParams({
    registrationId: String(registration.id),
    accessKey: registration.access_key,
  });
  return `${publicUrl}/${slug}/tickets?${query.toString()}`;
}
