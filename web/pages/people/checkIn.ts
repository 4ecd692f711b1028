/** Checks an attendee in from the list, or undoes a check-in. */
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { requireApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";

/** Why the attendee cannot be checked in here, or null. */
export function noCheckinBecause({ registrationState }: ListedAttendee): string | null {
  return registrationState === "active" ? null : "The registration is not confirmed";
}

/** Checks the attendee in. True if the list must be loaded again, also because somebody else has changed something. */
export async function checkIn(
  eventId: number,
  { attendeeId, registrationId }: ListedAttendee,
): Promise<boolean> {
  return hasChanged(api.post("checkin/save", { attendeeId, registrationId, eventId }));
}

/** Undoes the check-in, also one that was made at a door. */
export async function undoCheckIn(eventId: number, { attendeeId }: ListedAttendee): Promise<boolean> {
  return hasChanged(api.delete("checkin/delete", { attendeeId, eventId }));
}

async function hasChanged(call: Promise<unknown>): Promise<boolean> {
  try {
    return (await call) !== undefined;
  } catch (error) {
    requireApiError(error);
    // The list was outdated.
    return error.status === 409 || error.status === 404;
  }
}
