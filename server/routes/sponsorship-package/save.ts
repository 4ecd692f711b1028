import type { PackageInput } from "../../../contract/shapes/sponsorshipPackage.ts";
import { requireTaxRate } from "../../clubs/saveTaxRate.ts";
import { onceInTransaction } from "../../db/idempotency.ts";
import type { Db } from "../../db/pool.ts";
import { invalidInput } from "../../domainError.ts";
import { actorOf, clubForNew, ownEvent, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packageById, presentPackage } from "../../sponsorships/rows.ts";
import { changePackage, createPackage } from "../../sponsorships/savePackage.ts";
import { ticketById } from "../../tickets/rows.ts";

export const savePackage = route(
  "sponsorship-package/save",
  async ({ body, viewer, idempotency }, { db }) => {
    const actor = actorOf(viewer);
    const existing = body.id ? ownOfClub(viewer, await packageById(db, body.id), "package") : null;
    const event = existing === null && body.eventId ? await ownEvent(db, viewer, body.eventId) : null;
    await requireOwnTicket(db, existing?.event_id ?? event?.id ?? null, body);
    const clubId = (existing ?? event)?.club_id ?? (await clubForNew(db, viewer, body.clubId));
    const payload = await onceInTransaction(db, idempotency, async (tx) => {
      await requireTaxRate(tx, { clubId, taxRateId: body.taxRateId, before: existing?.tax_rate_id });
      return presentPackage(
        existing === null
          ? await createPackage(tx, { clubId, event }, body, actor)
          : await changePackage(tx, existing.id, body, actor),
      );
    });
    return { payload, msg: "The package is saved." };
  },
);

/** No lock is needed: a ticket never changes its event, and a foreign key refuses a removed one. */
async function requireOwnTicket(
  db: Db,
  eventId: number | null,
  { tickets }: Pick<PackageInput, "tickets">,
): Promise<void> {
  if (!tickets) return;
  const ticket = await ticketById(db, tickets.ticketId);
  if (eventId === null || ticket?.event_id !== eventId)
    throw invalidInput({ path: "tickets.ticketId", message: "is not a ticket of this event" });
}
