import { requireTaxRate } from "../../clubs/saveTaxRate.ts";
import { onceInTransaction } from "../../db/idempotency.ts";
import { actorOf, ownEvent, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { requirePayablePrices } from "../../promoCodes/payablePrices.ts";
import { presentTicket } from "../../tickets/present.ts";
import { ticketById } from "../../tickets/rows.ts";
import { changeTicket, createTicket } from "../../tickets/saveTicket.ts";

export const saveTicket = route("ticket/save", async ({ body, viewer, idempotency }, { db }) => {
  const actor = actorOf(viewer);
  const existing = body.id ? await ownRow(db, viewer, await ticketById(db, body.id), "ticket") : null;
  const event = existing?.event ?? (await ownEvent(db, viewer, body.eventId!));
  const payload = await onceInTransaction(db, idempotency, async (tx) => {
    const { taxRateId } = body;
    await requireTaxRate(tx, { clubId: event.club_id, taxRateId, before: existing?.row.tax_rate_id });
    const row =
      existing === null
        ? await createTicket(tx, event.id, body, actor)
        : await changeTicket(tx, existing.row.id, body, actor);
    if (body.price !== undefined) await requirePayablePrices(tx, event.id);
    return presentTicket(row, event.currency);
  });
  return { payload, msg: "The ticket is saved." };
});
