import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { answerCountsOf } from "../../stats/answerCounts.ts";

export const getAnswerCounts = route("form/getAnswerCounts", async ({ query, viewer }, { db }) => {
  const { id } = await ownEvent(db, viewer, query.eventId);
  return { payload: await answerCountsOf(db, id) };
});
