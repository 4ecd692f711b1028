/** Until when is something held that is being paid? For the minutes of its event's settings, whatever is held. */
import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";

export function heldUntil(event: EventRow, now: Date): Date {
  return new Date(now.getTime() + configOf(event).holdMinutes * 60_000);
}
