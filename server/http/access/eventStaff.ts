import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import type { EventStaff } from "../../door/staffCheckIn.ts";
import type { Services } from "../route.ts";
import { ownEvent } from "./own.ts";

/**
 * The viewer as staff of an event.
 * @throws notFound for a missing event or another club's
 */
export async function eventStaffOf(
  { db }: Pick<Services, "db">,
  viewer: CurrentUser | null,
  eventId: number,
): Promise<EventStaff> {
  const event = await ownEvent(db, viewer, eventId);
  return { event, userId: viewer!.id, fullName: viewer!.fullName };
}
