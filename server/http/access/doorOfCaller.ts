/** Routes that also reply a cursor read it first: else the device would miss a change between the two. */
import type { Door } from "../../../contract/shapes/door/door.ts";
import { doorOf } from "../../door/doorOf.ts";
import { linkById } from "../../door/linkRows.ts";
import { eventById } from "../../events/rows.ts";
import type { Services } from "../route.ts";
import type { DoorCaller } from "./atDoor.ts";

/** The caller's door. */
export async function doorOfCaller(
  { db }: Pick<Services, "db">,
  { event, gate, rights, linkId }: DoorCaller,
): Promise<Door> {
  // The caller's event was read before the cursor. It may be deleted by now.
  const currentEvent = (await eventById(db, event.id)) ?? event;
  const expiresAt = linkId === null ? null : ((await linkById(db, linkId))?.expires_at ?? null);
  return doorOf(db, currentEvent, { gate, rights, expiresAt });
}
