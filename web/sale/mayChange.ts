/**
 * Whether to link to pages that change a purchase. These pages check the deadlines. A guest's own code does not open
 * them.
 */
import type { Event } from "../../contract/shapes/event.ts";
import type { Proof } from "../paths.ts";

export function canCorrectDetails({ cancelledAt }: Event, { accessKey }: Proof): boolean {
  return accessKey !== undefined && cancelledAt === null;
}

export function canChangeTickets({ config, cancelledAt }: Event, { accessKey }: Proof): boolean {
  if (accessKey === undefined || cancelledAt !== null) return false;
  return config.cancelUntilHours !== null || config.passOnUntilHours !== null;
}
