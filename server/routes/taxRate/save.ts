import { changeTaxRate, createTaxRate } from "../../clubs/saveTaxRate.ts";
import { presentTaxRate, taxRateById } from "../../clubs/taxRateRows.ts";
import { onceInTransaction } from "../../db/idempotency.ts";
import { actorOf, clubForNew, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const saveTaxRate = route("taxRate/save", async ({ body, viewer, idempotency }, { db }) => {
  const actor = actorOf(viewer);
  const existing = body.id ? ownOfClub(viewer, await taxRateById(db, body.id), "tax rate") : null;
  const clubId = existing?.club_id ?? (await clubForNew(db, viewer, body.clubId));
  const payload = await onceInTransaction(db, idempotency, async (tx) =>
    presentTaxRate(
      existing === null
        ? await createTaxRate(tx, clubId, body, actor)
        : await changeTaxRate(tx, existing.id, body, actor),
    ),
  );
  return { payload, msg: "The tax rate is saved." };
});
