/** Whether pages of a purchase link to changing details, and to cancelling or passing on. */
import type { Event } from "../../contract/shapes/event.ts";
import type { Proof } from "../paths.ts";

/** The page behind the link shows the deadline. A guest's own code does not open it. */
export function canCorrectDetails({ cancelledAt }: Event, { accessKey }: Proof): boolean {
  return accessKey !== undefined && cancelledAt === null;
}

/** The page behind the link checks the deadline and the tickets. A guest's own code does not open it. */
export function canChangeTickets({ config, cancelledAt }: Event, { accessKey }: Proof): boolean {
  if (accessKey === undefined || cancelledAt !== null) return false;
  return config.cancelUntilHours !== null || config.passOnUntilHours !== null;
}
