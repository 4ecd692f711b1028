import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { promoCodeById } from "../../promoCodes/rows.ts";
import { removePromoCode as remove } from "../../promoCodes/savePromoCode.ts";

export const removePromoCode = route("promoCode/remove", async ({ body, viewer }, { db }) => {
  const { row } = await ownRow(db, viewer, await promoCodeById(db, body.promoCodeId), "promo code");
  await inTransaction(db, (tx) => remove(tx, row.id, actorOf(viewer)));
  return { payload: { id: row.id }, msg: `${row.code} is deleted.` };
});
