/**
 * Limits the mails of free registrations: they go to whatever address was typed, and no payment slows a script down.
 * Invariant: one address gets mail for at most five free registrations of an event within an hour, and for at most
 * twenty of all events. A registration beyond that is refused and takes no places. The counts of an event change under
 * the event's lock. The counts over all events may be exceeded by decisions of other nodes at the same moment.
 */
import type { Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { addHourly, hourlyCounts, waitWords } from "../limits/hourly.ts";
import { ticketMails } from "../registrations/tickets.ts";

/** Free registrations that may mail one address within an hour: of one event, and of all events. */
export const mostFreeOfEvent = 5;
export const mostFreeOfAll = 20;

const ofEvent = "free registrations of an event";
const ofAll = "free registrations";

/** A free registration that is about to be written. */
export interface FreeRegistration {
  eventId: number;
  email: string | null;
  people: readonly { email: string | null }[];
}

/** Counts the registrations within the limits, in their order, and returns the refusals of the others. */
export async function countFree<F extends FreeRegistration>(
  tx: Tx,
  all: readonly F[],
  now: Date,
): Promise<Map<F, DomainError>> {
  const refused = new Map<F, DomainError>();
  if (all.length === 0) return refused;
  const limits = new Map(all.map((one) => [one, limitsOf(one)]));
  const counts = await hourlyCounts(tx, [...limits.values()].flat(), now);
  const added = new Map<string, { what: string; subject: string; count: number }>();
  for (const [one, mine] of limits) {
    const sum = ({ what, subject }: (typeof mine)[number]) =>
      (counts.get(`${what} ${subject}`) ?? 0) + (added.get(`${what} ${subject}`)?.count ?? 0);
    const over = mine.find((limit) => sum(limit) >= limit.most);
    if (over !== undefined) refused.set(one, tooManyMails(over.address));
    else
      for (const { what, subject } of mine) {
        const key = `${what} ${subject}`;
        added.set(key, { what, subject, count: (added.get(key)?.count ?? 0) + 1 });
      }
  }
  await addHourly(tx, [...added.values()], now);
  return refused;
}

function limitsOf({ eventId, email, people }: FreeRegistration) {
  return ticketMails({ id: 0, email }, people).flatMap(({ recipient: address }) => {
    const subject = address.toLowerCase();
    return [
      { what: ofEvent, subject: `${eventId} ${subject}`, most: mostFreeOfEvent, address },
      { what: ofAll, subject, most: mostFreeOfAll, address },
    ];
  });
}

function tooManyMails(address: string): DomainError {
  const retryAfterSeconds = 3600;
  const message = `Several free registrations went to ${address} within the hour. Look into that inbox, use another address, or try again in ${waitWords(retryAfterSeconds)}.`;
  return new DomainError("tooMany", message, { retryAfterSeconds });
}
