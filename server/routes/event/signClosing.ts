import { closingOf, signClosing as sign } from "../../closings/closing.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const signClosing = route(
  "event/signClosing",
  async ({ body, viewer, idempotency }, { db, clock }) => {
    const { id } = await ownEvent(db, viewer, body.eventId);
    const signer = { id: viewer!.id, name: viewer!.fullName };
    await sign(db, body, { signer, idempotency, now: clock() });
    return { payload: await closingOf(db, id), msg: "The figures are signed." };
  },
);
