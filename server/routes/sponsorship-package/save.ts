import { requireTaxRate } from "../../clubs/saveTaxRate.ts";
import { once } from "../../db/idempotency.ts";
import { inTransaction } from "../../db/pool.ts";
import { actorOf, clubForNew, ownEvent, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packageById, presentPackage } from "../../sponsorships/rows.ts";
import { changePackage, createPackage } from "../../sponsorships/savePackage.ts";

const saved = "The package is saved.";

export const savePackage = route(
  "sponsorship-package/save",
  async ({ body, viewer, idempotency }, { db }) => {
    const actor = actorOf(viewer);
    if (body.id) {
      const row = ownOfClub(viewer, await packageById(db, body.id), "package");
      const changed = await inTransaction(db, (tx) =>
        once(tx, idempotency, async () => {
          const { taxRateId } = body;
          await requireTaxRate(tx, { clubId: row.club_id, taxRateId, before: row.tax_rate_id });
          return presentPackage(await changePackage(tx, row.id, body, actor));
        }),
      );
      return { payload: changed, msg: saved };
    }
    const event = body.eventId ? await ownEvent(db, viewer, body.eventId) : null;
    const clubId = event?.club_id ?? (await clubForNew(db, viewer, body.clubId));
    const created = await inTransaction(db, (tx) =>
      once(tx, idempotency, async () => {
        await requireTaxRate(tx, { clubId, taxRateId: body.taxRateId });
        return presentPackage(await createPackage(tx, { clubId, event }, body, actor));
      }),
    );
    return { payload: created, msg: saved };
  },
);
