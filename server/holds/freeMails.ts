/**
 * Limits the mails of free registrations: anybody can type any address, and a script pays nothing. Invariant: within an
 * hour at most `maxFreeOfEvent` counted registrations of an event mail one address, because the count changes under the
 * event's lock. Transactions at the same time may exceed the limit over all events a little.
 */
import type { Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { addHourly, hourlyCounts, waitWords } from "../limits/hourly.ts";
import { ticketMails } from "../registrations/tickets.ts";

/** How many counted registrations may mail one address within an hour: of one event, and of all. */
export const maxFreeOfEvent = 5;
export const maxFreeOfAllEvents = 20;

const eventCounter = "free registrations of an event";
const allEventsCounter = "free registrations";

export interface FreeRegistration {
  eventId: number;
  email: string | null;
  people: readonly { email: string | null }[];
}

/** Counts the registrations within the limits, in their order, and returns the refusals of the others. */
export async function countFreeRegistrations<F extends FreeRegistration>(
  tx: Tx,
  registrations: readonly F[],
  now: Date,
): Promise<Map<F, DomainError>> {
  const refused = new Map<F, DomainError>();
  if (registrations.length === 0) return refused;
  const limits = new Map(registrations.map((registration) => [registration, limitsOf(registration)]));
  const counts = await hourlyCounts(tx, [...limits.values()].flat(), now);
  const newCounts = new Map<string, { what: string; subject: string; count: number }>();
  for (const [registration, ownLimits] of limits) {
    const sum = ({ what, subject }: (typeof ownLimits)[number]) =>
      (counts.get(`${what} ${subject}`) ?? 0) + (newCounts.get(`${what} ${subject}`)?.count ?? 0);
    const exceeded = ownLimits.find((limit) => sum(limit) >= limit.most);
    if (exceeded !== undefined) refused.set(registration, tooManyMails(exceeded.address));
    else
      for (const { what, subject } of ownLimits) {
        const key = `${what} ${subject}`;
        newCounts.set(key, { what, subject, count: (newCounts.get(key)?.count ?? 0) + 1 });
      }
  }
  await addHourly(tx, [...newCounts.values()], now);
  return refused;
}

function limitsOf({ eventId, email, people }: FreeRegistration) {
  // Only the addresses are used, so the id does not matter.
  return ticketMails({ id: 0, email }, people).flatMap(({ recipient: address }) => {
    const subject = address.toLowerCase();
    return [
      { what: eventCounter, subject: `${eventId} ${subject}`, most: maxFreeOfEvent, address },
      { what: allEventsCounter, subject, most: maxFreeOfAllEvents, address },
    ];
  });
}

function tooManyMails(address: string): DomainError {
  const retryAfterSeconds = 3600;
  const message = `Several free registrations went to ${address} in the last hour. Check that inbox, use another address, or try again in ${waitWords(retryAfterSeconds)}.`;
  return new DomainError("tooMany", message, { retryAfterSeconds });
}
