/** Sponsors from an archive have no order, and their amounts are no revenue. Their packages count as sold. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Currency } from "../../contract/scalars.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { SponsorData } from "../db/schema/events.ts";

export interface ImportedSponsor {
  /** Null for a donation, and for a package that is not in the archive. */
  packageId: number | null;
  /** The package's name at the sale; "donation" for a donation. */
  packageType: string;
  sponsorData: SponsorData;
  /** Minor units. */
  paidElsewhere: number;
  isPublic: boolean;
  isHidden: boolean;
  logo: string | null;
  createdAt: Date;
}

export interface SponsorImport {
  eventId: number;
  clubId: number;
  currency: Currency;
  importId: number;
}

/** Inserts sponsors in the given order. False if a package is missing or has too few left: then roll back. */
export async function insertImportedSponsors(
  tx: Tx,
  { eventId, clubId, currency, importId }: SponsorImport,
  sponsors: readonly ImportedSponsor[],
): Promise<boolean> {
  const sold = new Map<number, number>();
  for (const { packageId } of sponsors)
    if (packageId !== null) sold.set(packageId, (sold.get(packageId) ?? 0) + 1);
  const { numAffectedRows: counted } = await sql`
    update sponsorship_packages p set sold_count = sold_count + given.count
    from unnest(${[...sold.keys()]}::bigint[], ${[...sold.values()]}::int[]) as given (id, count)
    where p.id = given.id and (available_count = -1 or sold_count + held_count + given.count <= available_count)`.execute(
    tx,
  );
  if (Number(counted) < sold.size) return false;
  const rows = sponsors.map((sponsor) => ({
    ...sponsor,
    accessKey: randomBytes(16).toString("base64url"),
  }));
  await sql`
    insert into sponsorships (event_id, club_id, currency, import_id, package_id, package_type, sponsor_data, amount,
      paid_elsewhere, payment_status, is_public, is_hidden, logo, access_key, created_at)
    select ${eventId}, ${clubId}, ${currency}, ${importId}, (one ->> 'packageId')::bigint, one ->> 'packageType',
      one -> 'sponsorData', 0, (one ->> 'paidElsewhere')::int, 'paid', (one ->> 'isPublic')::boolean,
      (one ->> 'isHidden')::boolean, one ->> 'logo', one ->> 'accessKey', (one ->> 'createdAt')::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (one, place)
    order by place`.execute(tx);
  return true;
}

/** How many sponsors each import has, and how many of them have an entry in the history. */
export async function importedSponsors(
  db: Db,
  importIds: readonly number[],
): Promise<ReadonlyMap<number, { sponsors: number; changed: number }>> {
  // `offset 0` keeps PostgreSQL from joining the whole history.
  const { rows } = await sql<{ id: number; sponsors: number; changed: number }>`
    select import_id as id, count(*)::int as sponsors, (count(*) filter (where exists (
      select from audit_log where entity = 'sponsorship' and entity_id = s.id offset 0)))::int as changed
    from sponsorships s where import_id = any(${[...importIds]}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The packages of an import's sponsors. */
export async function packagesOfImportedSponsors(db: Db, importId: number): Promise<number[]> {
  const { rows } = await sql<{ package_id: number }>`select distinct package_id from sponsorships
    where import_id = ${importId} and package_id is not null order by package_id`.execute(db);
  return rows.map(({ package_id }) => package_id);
}

/** Deletes the sponsors of an import. Their packages return to sale. Lock the packages first. */
export async function deleteImportedSponsors(tx: Tx, importId: number): Promise<void> {
  await sql`with gone as (delete from sponsorships where import_id = ${importId} returning package_id),
    counted as (select package_id, count(*)::int as count from gone where package_id is not null group by 1)
    update sponsorship_packages p set sold_count = sold_count - counted.count
    from counted where p.id = counted.package_id`.execute(tx);
}
