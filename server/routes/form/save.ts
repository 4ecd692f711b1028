import { onceInTransaction } from "../../db/idempotency.ts";
import { presentQuestion } from "../../forms/rows.ts";
import { saveQuestions } from "../../forms/saveQuestions.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";

export const saveForm = route("form/save", async ({ body, viewer, idempotency }, { db }) => {
  const { eventId, formQuestions: questions, rmQIds: removedIds } = body.payload;
  const event = await ownEvent(db, viewer, eventId);
  const payload = await onceInTransaction(db, idempotency, async (tx) => {
    const tickets = (await ticketsOfEvent(tx, event.id, { onlyActive: false })).map(({ id }) => id);
    const change = { eventId: event.id, questions, removedIds, tickets, actor: actorOf(viewer) };
    return (await saveQuestions(tx, change)).map(presentQuestion);
  });
  return { payload, msg: "The questions are saved." };
});
