/** Checks somebody in from the list, or takes a check-in back: the doors' own rows, so every device hears of it. */
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { ApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";

/** Why nobody can be checked in here, or null. */
export function noCheckinBecause({ registrationState }: ListedAttendee): string | null {
  return registrationState === "active" ? null : "The registration is not confirmed";
}

/** Does it; what came of it is told by the call itself. True when something has changed, or somebody else changed it. */
export async function checkIn(
  eventId: number,
  { attendeeId, registrationId }: ListedAttendee,
): Promise<boolean> {
  return done(api.post("checkin/save", { attendeeId, registrationId, eventId }));
}

/** Takes it back, at whichever door it was. */
export async function takeBackCheckIn(eventId: number, { attendeeId }: ListedAttendee): Promise<boolean> {
  return done(api.delete("checkin/delete", { attendeeId, eventId }));
}

async function done(call: Promise<unknown>): Promise<boolean> {
  try {
    return (await call) !== undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The list was older than the door: it is fetched anew.
    return error.status === 409 || error.status === 404;
  }
}
