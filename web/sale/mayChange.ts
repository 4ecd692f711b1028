/** Whether a ticket page links to cancelling or passing on: the link must not lead to an empty page. */
import type { Event } from "../../contract/shapes/event.ts";
import type { Proof } from "../paths.ts";

/** The page behind the link checks the deadline and the tickets. A guest's own code cannot change anything. */
export function canChangeTickets({ config, cancelledAt }: Event, { accessKey }: Proof): boolean {
  if (accessKey === undefined || cancelledAt !== null) return false;
  return config.cancelUntilHours !== null || config.passOnUntilHours !== null;
}
