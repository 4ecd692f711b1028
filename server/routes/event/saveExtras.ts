import { requireTaxRate } from "../../clubs/saveTaxRate.ts";
import { onceInTransaction } from "../../db/idempotency.ts";
import { presentExtras } from "../../extras/present.ts";
import { extrasById } from "../../extras/rows.ts";
import { changeExtras, createExtras } from "../../extras/saveExtras.ts";
import { actorOf, ownEvent, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const saveExtras = route("event/saveExtras", async ({ body, viewer, idempotency }, { db }) => {
  const input = body.newExtras;
  const actor = actorOf(viewer);
  const existing = input.id ? await ownRow(db, viewer, await extrasById(db, input.id), "extra") : null;
  const event = existing?.event ?? (await ownEvent(db, viewer, input.eventId!));
  const payload = await onceInTransaction(db, idempotency, async (tx) => {
    const { taxRateId } = input;
    const choice = { clubId: event.club_id, taxRateId, before: existing?.row.tax_rate_id };
    await requireTaxRate(tx, choice, "newExtras.taxRateId");
    return presentExtras(
      existing === null
        ? await createExtras(tx, event.id, input, actor)
        : await changeExtras(tx, existing.row.id, input, actor),
    );
  });
  return { payload, msg: "The extra is saved." };
});
