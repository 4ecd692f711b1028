import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { requireApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";

export function noCheckinBecause({ registrationState }: ListedAttendee): string | null {
  return registrationState === "active" ? null : "The registration is not confirmed";
}

/** True if the list must be loaded again, also because somebody else has changed something. */
export async function checkIn(
  eventId: number,
  { attendeeId, registrationId }: ListedAttendee,
): Promise<boolean> {
  return hasChanged(api.post("checkin/save", { attendeeId, registrationId, eventId }));
}

/** Also undoes a check-in at a door. */
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
