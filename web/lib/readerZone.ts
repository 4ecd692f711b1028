/** The visitor's own time zone, known once the browser has taken the page over; null before. */
import { useSyncExternalStore } from "react";

const never = () => () => {};
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const unknown = () => null;

export function useReaderZone(): string | null {
  return useSyncExternalStore(never, zone, unknown);
}
