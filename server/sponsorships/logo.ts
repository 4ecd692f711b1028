/**
 * Invariant: a file that no sponsorship has is deleted after some time. The deletion is queued before the file is
 * written, and by a trigger when a row loses its logo or is deleted. Lock order: sponsorship.
 */
import { LRUCache } from "lru-cache";
import { entryOf, record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { detailsUntil } from "../events/present.ts";
import { type EventRow, eventById } from "../events/rows.ts";
import { storeUpload } from "../media/keepImage.ts";
import {
  countUnpaidLogos,
  lockSponsorship,
  type SponsorshipRow,
  updateSponsorship,
} from "./sponsorshipRows.ts";

/** For each event on a node, from all senders together. */
const maxLogosPerMinute = 20;

const minutesByEvent = new LRUCache<number, { count: number; until: number }>({ max: 10_000 });

/** An event with so many logos of unpaid sponsorships accepts no other. */
const maxUnpaid = 200;

/** A new file that no sponsorship has after this time is deleted. */
const unusedMs = 2 * 3_600_000;

interface LogoParts {
  db: Db;
  dataDir: string;
  clock: () => Date;
}

/** Replaces a sponsor's logo; without an upload, removes it. */
export async function putLogo(
  parts: LogoParts,
  row: SponsorshipRow,
  upload: Buffer | undefined,
): Promise<SponsorshipRow> {
  const { id, event_id } = row;
  const event = (await eventById(parts.db, event_id))!;
  // Check before decoding anything.
  requireOpen(row, event, parts.clock());
  const isUnpaid = row.payment_status === "pending";
  if (isUnpaid && upload !== undefined && (await countUnpaidLogos(parts.db, event_id)) >= maxUnpaid)
    throw new DomainError(
      "busy",
      "Too many logos are waiting for a payment at the moment. Continue without a logo, or try again later.",
    );
  if (upload !== undefined) countLogoOrRefuse(event_id, parts.clock().getTime());
  const stored = await storeUpload(parts, "sponsor-logo", { upload, idempotency: null, unusedMs });
  return inTransaction(parts.db, async (tx) => {
    requireOpen(await lockSponsorship(tx, id), event, parts.clock());
    return updateSponsorship(tx, id, { logo: stored ?? null });
  });
}

function countLogoOrRefuse(eventId: number, nowMs: number): void {
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

/** Until when the sponsor may change the logo; null if the sponsor may not change it now. */
export function logoUntil(row: SponsorshipRow, event: EventRow, now: Date): Date | null {
  if (row.logo_closed || !["pending", "paid", "free"].includes(row.payment_status)) return null;
  if (event.cancelled_at !== null) return null;
  const until = detailsUntil(event);
  return now <= until ? until : null;
}

function requireOpen(row: SponsorshipRow | undefined, event: EventRow, now: Date): void {
  if (row === undefined || logoUntil(row, event, now) === null)
    throw new DomainError("notActive", "This logo cannot be changed any more. Please ask the club.");
}

/**
 * Removes a sponsor's logo; then the sponsor cannot set another one. Without a logo nothing changes.
 * @throws notFound
 */
export function removeLogo(db: Db, sponsorshipId: number, actor: string): Promise<SponsorshipRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockSponsorship(tx, sponsorshipId);
    if (row === undefined) throw new DomainError("notFound", "There is no such sponsorship.");
    if (row.logo === null) return row;
    await record(tx, entryOf("sponsorship", row, { actor, action: "logoRemoved" }));
    return updateSponsorship(tx, row.id, { logo: null, logo_closed: true });
  });
}
