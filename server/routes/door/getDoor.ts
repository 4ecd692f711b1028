import { doorOf } from "../../door/doorOf.ts";
import { linkById } from "../../door/linkRows.ts";
import { atDoor } from "../../http/atDoor.ts";
import { route } from "../../http/route.ts";

export const getDoor = route("door/getDoor", async (asked, house) => {
  const { event, gate, rights, linkId } = await atDoor(house, asked, asked.query.eventId);
  const expiresAt = linkId === null ? null : ((await linkById(house.db, linkId))?.expires_at ?? null);
  return { payload: await doorOf(house.db, event, { gate, rights, expiresAt }) };
});
