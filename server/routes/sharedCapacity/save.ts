import { onceInTransaction } from "../../db/idempotency.ts";
import { actorOf, ownEvent, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentShared } from "../../tickets/presentShared.ts";
import { changeShared, createShared } from "../../tickets/saveShared.ts";
import { sharedById } from "../../tickets/sharedRows.ts";

export const saveSharedCapacity = route(
  "sharedCapacity/save",
  async ({ body, viewer, idempotency }, { db }) => {
    const actor = actorOf(viewer);
    const existing = body.id
      ? await ownRow(db, viewer, await sharedById(db, body.id), "shared capacity")
      : null;
    const event = existing?.event ?? (await ownEvent(db, viewer, body.eventId!));
    const payload = await onceInTransaction(db, idempotency, async (tx) =>
      presentShared(
        existing === null
          ? await createShared(tx, event.id, body, actor)
          : await changeShared(tx, existing.row.id, body, actor),
      ),
    );
    return { payload, msg: "The shared capacity is saved." };
  },
);
