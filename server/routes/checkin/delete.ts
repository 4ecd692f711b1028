import { takeBack } from "../../door/office.ts";
import { deskOf } from "../../http/access/desk.ts";
import { route } from "../../http/route.ts";

export const deleteCheckin = route("checkin/delete", async ({ body, viewer }, house) => {
  const { attendeeId, eventId } = body;
  await takeBack(house.doors, await deskOf(house, viewer, eventId), attendeeId);
  return { payload: { attendeeId }, msg: "The check-in is taken back." };
});
