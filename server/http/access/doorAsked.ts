/**
 * What does the device that asks know of its door? Read after a cursor was taken, never before: what changes between the
 * two would be told by nobody.
 */
import type { Door } from "../../../contract/shapes/door.ts";
import { doorOf } from "../../door/doorOf.ts";
import { linkById } from "../../door/linkRows.ts";
import { eventById } from "../../events/rows.ts";
import type { House } from "../route.ts";
import type { AtDoor } from "./atDoor.ts";

/** The door of who asks, as it is now. */
export async function doorAsked(
  { db }: Pick<House, "db">,
  { event, gate, rights, linkId }: AtDoor,
): Promise<Door> {
  const now = (await eventById(db, event.id)) ?? event;
  const expiresAt = linkId === null ? null : ((await linkById(db, linkId))?.expires_at ?? null);
  return doorOf(db, now, { gate, rights, expiresAt });
}
