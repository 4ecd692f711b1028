/**
 * Sponsors' logos: uploaded with the sponsorship's key until it is paid, and removed by staff. Invariant: a logo
 * without a paid sponsorship is deleted. Its removal is queued before it is written, and by a trigger when a
 * sponsorship releases it.
 * Lock order: sponsorship.
 */
import { LRUCache } from "lru-cache";
import { record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { storeUpload } from "../media/keepImage.ts";
import { countUnpaidLogos, lockSponsorship, type SponsorshipRow, setLogo } from "./sponsorshipRows.ts";

/** Logos of an event that one node decodes per minute, from any number of addresses. */
const maxLogosPerMinute = 20;

const minutesByEvent = new LRUCache<number, { count: number; until: number }>({ max: 10_000 });

/** Logos of an event that may wait for payment at once, so that visitors cannot fill the disk. */
const maxUnpaid = 200;

/** How long the file of an unpaid logo is kept: longer than a hold and than the decision of a bank. */
const unpaidMs = 2 * 3_600_000;

/** The dependencies of storing logos. */
interface LogoParts {
  db: Db;
  dataDir: string;
  clock: () => Date;
}

/** Replaces a sponsor's logo; without an upload, removes it. */
export async function putLogo(
  parts: LogoParts,
  { id, event_id, payment_status }: SponsorshipRow,
  upload: Buffer | undefined,
): Promise<SponsorshipRow> {
  // Check before decoding anything.
  requireUnpaid(payment_status);
  if (upload !== undefined && (await countUnpaidLogos(parts.db, event_id)) >= maxUnpaid)
    throw new DomainError(
      "busy",
      "Too many logos are waiting at the moment. Continue without a logo, or try again later.",
    );
  if (upload !== undefined) countLogo(event_id, parts.clock().getTime());
  const stored = await storeUpload(parts, "sponsor-logo", { upload, idempotency: null, keptMs: unpaidMs });
  return inTransaction(parts.db, async (tx) => {
    const locked = await lockSponsorship(tx, id);
    requireUnpaid(locked?.payment_status);
    return setLogo(tx, id, stored ?? null);
  });
}

function countLogo(eventId: number, nowMs: number): void {
  const current = minutesByEvent.get(eventId);
  const minute =
    current !== undefined && nowMs < current.until ? current : { count: 0, until: nowMs + 60_000 };
  minute.count += 1;
  minutesByEvent.set(eventId, minute);
  if (minute.count > maxLogosPerMinute)
    throw new DomainError(
      "busy",
      "Many logos are being added at the moment. Continue without a logo, or try again in a minute.",
    );
}

function requireUnpaid(status: SponsorshipRow["payment_status"] | undefined): void {
  if (status !== "pending")
    throw new DomainError(
      "notActive",
      "A logo is added before the payment. Please ask the club to change it.",
    );
}

/** Staff remove a sponsor's logo permanently. Without a logo nothing changes. */
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
