import { requireTaxRate } from "../../clubs/saveTaxRate.ts";
import { onceInTransaction } from "../../db/idempotency.ts";
import { presentExtras } from "../../extras/present.ts";
import { extrasById } from "../../extras/rows.ts";
import { changeExtras, createExtras } from "../../extras/saveExtras.ts";
import { actorOf, ownEvent, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

const saved = "The extra is saved.";

export const saveExtras = route("event/saveExtras", async ({ body, viewer, idempotency }, { db }) => {
  const input = body.newExtras;
  const actor = actorOf(viewer);
  if (input.id) {
    const { row, event } = await ownRow(db, viewer, await extrasById(db, input.id), "extra");
    const changed = await onceInTransaction(db, idempotency, async (tx) => {
      const choice = { clubId: event.club_id, taxRateId: input.taxRateId, before: row.tax_rate_id };
      await requireTaxRate(tx, choice, "newExtras.taxRateId");
      return presentExtras(await changeExtras(tx, row.id, input, actor));
    });
    return { payload: changed, msg: saved };
  }
  const event = await ownEvent(db, viewer, input.eventId ?? 0);
  const created = await onceInTransaction(db, idempotency, async (tx) => {
    const choice = { clubId: event.club_id, taxRateId: input.taxRateId };
    await requireTaxRate(tx, choice, "newExtras.taxRateId");
    return presentExtras(await createExtras(tx, event.id, input, actor));
  });
  return { payload: created, msg: saved };
});
