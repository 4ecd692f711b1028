import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { requireApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";

export function noMailBecause({
  registrationState,
  email,
  registrationEmail,
}: ListedAttendee): string | null {
  if (registrationState !== "active") return "The registration is not confirmed";
  return email === null && registrationEmail === null ? "No e-mail address is known" : null;
}

/** `api` shows the outcome as a message. */
export async function mailTicket(eventId: number, { attendeeId }: ListedAttendee): Promise<void> {
  await api.post("registration/sendTicketByAttendeeId", { attendeeId, eventId }).catch((error: unknown) => {
    requireApiError(error);
  });
}
