/** All SQL on sponsorship packages. */
import type { Selectable } from "kysely";
import type { SponsorshipPackage } from "../../contract/sponsorshipPackage.ts";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** A package as stored. */
export type PackageRow = Selectable<Schema["sponsorship_packages"]>;

/** An event's packages, dearest first: what a sponsor is to see first. */
export function packagesOfEvent(db: Db, eventId: number, only: { active: boolean }): Promise<PackageRow[]> {
  let query = db.selectFrom("sponsorship_packages").selectAll().where("event_id", "=", eventId);
  if (only.active) query = query.where("is_active", "=", true);
  return query.orderBy("price", "desc").orderBy("id").execute();
}

/** Presents a stored package. */
export function presentPackage(row: PackageRow): SponsorshipPackage {
  return {
    id: row.id,
    eventId: row.event_id,
    clubId: row.club_id,
    name: row.name,
    price: row.price,
    currency: row.currency,
    description: row.description,
    features: row.features,
    availableCount: row.available_count,
    soldCount: row.sold_count,
    isActive: row.is_active,
  };
}
