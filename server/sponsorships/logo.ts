/**
 * A sponsor's picture: put there by whoever has the sponsorship's key, until it is paid, and taken off by staff. Invariant: a
 * logo that no paid sponsorship names goes; its removal is queued before it is written, and by a trigger with whatever lets
 * go of it.
 * Lock order: sponsorship.
 */
import { LRUCache } from "lru-cache";
import { record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { keepUpload } from "../media/keepImage.ts";
import { countUnpaidLogos, lockSponsorship, type SponsorshipRow, setLogo } from "./sponsorshipRows.ts";

/** So many logos of an event are drawn in a minute by one node, from however many addresses they come. */
const mostDrawnAMinute = 20;

const drawn = new LRUCache<number, { count: number; until: number }>({ max: 10_000 });

/** So many logos of an event may wait for a payment at once: a visitor must not fill the disk. */
const mostUnpaid = 200;

/** How long the file of one that is not paid is kept: longer than a hold may last, and than a bank decides. */
const unpaidMs = 2 * 3_600_000;

/** What pictures are kept with. */
interface LogoParts {
  db: Db;
  dataDir: string;
  clock: () => Date;
}

/** Keeps a sponsor's logo in place of the one before, or, without an upload, takes that away. */
export async function putLogo(
  parts: LogoParts,
  { id, event_id, payment_status }: SponsorshipRow,
  upload: Buffer | undefined,
): Promise<SponsorshipRow> {
  // Before anything is decoded.
  mustBeUnpaid(payment_status);
  if (upload !== undefined && (await countUnpaidLogos(parts.db, event_id)) >= mostUnpaid)
    throw new DomainError(
      "busy",
      "Too many logos are waiting at the moment. Go on without one, or try again later.",
    );
  if (upload !== undefined) countDrawn(event_id, parts.clock().getTime());
  const kept = await keepUpload(parts, "sponsor-logo", { upload, idempotency: null, keptMs: unpaidMs });
  return inTransaction(parts.db, async (tx) => {
    const locked = await lockSponsorship(tx, id);
    mustBeUnpaid(locked?.payment_status);
    return setLogo(tx, id, kept ?? null);
  });
}

function countDrawn(eventId: number, nowMs: number): void {
  const known = drawn.get(eventId);
  const minute = known !== undefined && nowMs < known.until ? known : { count: 0, until: nowMs + 60_000 };
  minute.count += 1;
  drawn.set(eventId, minute);
  if (minute.count > mostDrawnAMinute)
    throw new DomainError(
      "busy",
      "Many logos are being added at the moment. Go on without one, or try again in a minute.",
    );
}

function mustBeUnpaid(status: SponsorshipRow["payment_status"] | undefined): void {
  if (status !== "pending")
    throw new DomainError(
      "notActive",
      "A logo is added before the payment. Please ask the club to change it.",
    );
}

/** Staff take a sponsor's logo off, for good. One that has none stays as it is. */
export function removeLogo(db: Db, sponsorshipId: number, actor: string): Promise<SponsorshipRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockSponsorship(tx, sponsorshipId);
    if (row === undefined) throw new DomainError("notFound", "There is no such sponsorship.");
    if (row.logo === null) return row;
    await record(tx, [
      { actor, eventId: row.event_id, entity: "sponsorship", entityId: row.id, action: "logoRemoved" },
    ]);
    return setLogo(tx, row.id, null);
  });
}
