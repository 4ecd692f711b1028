/** Whether a ticket page offers its buyer to cancel or to pass on: the link must not lead to nothing. */
import type { Event } from "../../contract/shapes/event.ts";
import type { Proof } from "../paths.ts";

/** Until when, and which tickets, says the page that does it; a guest's own code changes nothing. */
export function mayChange({ config, cancelledAt }: Event, { accessKey }: Proof): boolean {
  if (accessKey === undefined || cancelledAt !== null) return false;
  return config.cancelUntilHours !== null || config.passOnUntilHours !== null;
}
