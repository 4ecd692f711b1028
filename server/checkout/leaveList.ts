/** Lock order: event → ticket → shared capacity → entry, after the offer's hold has ended in its own transaction. */
import { entryOf, record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { lockPlaces } from "../holds/rows.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { type EntryWithState, entryById, markLeft } from "../waiting/rows.ts";
import { endHold } from "./endHold.ts";

// It must not say that nothing is paid, because the offered places may be.
const offeredMeanwhile =
  "Places were just offered, and a payment for them may have begun, so this entry is still on the waiting list. Reload the page to see the offer.";

/**
 * Removes an entry from its list and returns it. An entry that neither waits nor has an open offer stays.
 * @throws alreadyPaid if the offer is paid during the call, and busy while the payment is decided or a new offer
 * prevents it.
 */
export async function leaveList(
  db: Db,
  provider: PaymentProvider,
  entryId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<EntryWithState> {
  // Repeated if an offer was made between the read and the lock.
  for (let tries = 0; tries < 3; tries++) {
    const found = await entryById(db, entryId);
    if (found === undefined) throw notFound("place on the waiting list");
    if (found.state_now === "offered" && found.registration_id !== null) {
      const end = { to: "cancelled", endedBefore: null, actor, now } as const;
      const ended = await endHold(db, provider, found.registration_id, end);
      if (ended === "paid")
        throw new DomainError("alreadyPaid", "The places of this offer are already bought.");
      if (ended === "deciding")
        throw new DomainError("busy", "The bank is still working on this payment. Please wait a moment.");
    }
    const entryNow = await inTransaction(db, async (tx) => {
      await lockPlaces(tx, { events: [found.event_id], tickets: [found.ticket_id], extras: [] });
      const entry = (await entryById(tx, entryId))!;
      if (entry.state_now === "offered") return null;
      const isOfferReleased = found.state_now === "offered" && entry.state_now === "lapsed";
      if (entry.state_now !== "waiting" && !isOfferReleased) return entry;
      await markLeft(tx, entryId);
      const detail = { from: found.state_now, to: "left", name: entry.name };
      await record(tx, entryOf("waiting", entry, { actor, action: "left", detail }));
      return (await entryById(tx, entryId))!;
    });
    if (entryNow !== null) return entryNow;
  }
  throw new DomainError("busy", offeredMeanwhile);
}
