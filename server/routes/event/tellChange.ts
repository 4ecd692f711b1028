import { tellChange as mailChange, type ToldChange } from "../../desk/tellChange.ts";
import { eventById } from "../../events/rows.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { changedMailOf } from "../../letters/composeNews.ts";

export const tellChange = route(
  "event/tellChange",
  async ({ body, viewer, idempotency }, { db, clock, publicUrl }) => {
    const { id: eventId } = await ownEvent(db, viewer, body.eventId);
    const { dryRun } = body;
    const context = { actor: actorOf(viewer), now: clock(), idempotency };
    const change = await mailChange(db, { eventId, dryRun }, context);
    const { subject, html } = await changedMailOf((await eventById(db, eventId))!, {
      changes: change.changes,
      recipientName: "",
      publicUrl,
    });
    return { payload: { ...change, subject, html }, msg: messageOf(change, dryRun) };
  },
);

function messageOf({ recipients, sent }: ToldChange, dryRun: boolean): string {
  if (dryRun)
    return recipients === 1
      ? "1 person does not know this change yet."
      : `${recipients} people do not know this change yet.`;
  return sent === 1 ? "1 mail is on its way." : `${sent} mails are on their way.`;
}
