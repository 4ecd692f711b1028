import { onceInTransaction } from "../../db/idempotency.ts";
import { actorOf, ownEvent, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentPromoCode } from "../../promoCodes/present.ts";
import { promoCodeById } from "../../promoCodes/rows.ts";
import { changePromoCode, createPromoCode } from "../../promoCodes/savePromoCode.ts";

export const savePromoCode = route("promoCode/save", async ({ body, viewer, idempotency }, { db }) => {
  const actor = actorOf(viewer);
  const existing = body.id ? await ownRow(db, viewer, await promoCodeById(db, body.id), "promo code") : null;
  const event = existing?.event ?? (await ownEvent(db, viewer, body.eventId!));
  const payload = await onceInTransaction(db, idempotency, async (tx) =>
    presentPromoCode(
      existing === null
        ? await createPromoCode(tx, event.id, body, actor)
        : await changePromoCode(tx, existing.row.id, body, actor),
    ),
  );
  return { payload, msg: "The code is saved." };
});
