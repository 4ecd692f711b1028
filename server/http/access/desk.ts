/** Who is at the office's desk of an event: its staff. */
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import type { Desk } from "../../door/office.ts";
import { eventById } from "../../events/rows.ts";
import type { House } from "../route.ts";
import { owned } from "./own.ts";

/** The desk of an event; `notFound` where it is not the viewer's. */
export async function deskOf(
  { db }: Pick<House, "db">,
  viewer: CurrentUser | null,
  eventId: number,
): Promise<Desk> {
  const event = owned(await eventById(db, eventId), viewer, (row) => row.club_id, "event");
  return { event, userId: viewer!.id, fullName: viewer!.fullName };
}
