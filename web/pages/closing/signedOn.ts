/** When something was signed, by the event's clocks. */
import { formatEventTime } from "../../../contract/rules/eventTime.ts";

export function signedOn(instant: string, timeZone: string): string {
  return formatEventTime({
    start: new Date(instant),
    end: null,
    timeZone,
    isAllDay: false,
    showEndTime: false,
  }).text;
}
