/** The staff at the office's desk of an event. */
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import type { Desk } from "../../door/office.ts";
import type { House } from "../route.ts";
import { ownEvent } from "./own.ts";

/** The desk of an event; `notFound` if it is not the viewer's. */
export async function deskOf(
  { db }: Pick<House, "db">,
  viewer: CurrentUser | null,
  eventId: number,
): Promise<Desk> {
  const event = await ownEvent(db, viewer, eventId);
  return { event, userId: viewer!.id, fullName: viewer!.fullName };
}
