import { visibleEvent } from "../../events/visible.ts";
import { presentQuestion, questionsOfEvents } from "../../forms/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getFormQuestions = route("form/getFormQuestions", async ({ query, viewer }, { db }) => {
  const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
  return { payload: (await questionsOfEvents(db, [event.id])).map(presentQuestion) };
});
