/** The copies on the device: tickets (documents and replies) and doors, apart from what they are drawn with. */
import { isTicketPage, savedUnder } from "./rules.ts";

/** A copy's header with the instant it was saved (ISO). */
export const savedAtHeader = "x-foyer-saved-at";

const ticketsCache = "foyer-tickets-1";
const looksCache = "foyer-ticket-looks-1";
/** Documents and replies: twenty tickets. */
const mostTickets = 40;
const mostLooks = 300;
/** Doors have theirs apart, so that no ticket that is looked at drives them out. */
const doorsCache = "foyer-doors-1";
const doorLooksCache = "foyer-door-looks-1";
const mostDoors = 20;

/** The copy of an address, or undefined. */
export async function savedCopy(url: string): Promise<Response | undefined> {
  // A copy is for whoever opens it on this device; what the server varied on at the time does not matter here.
  return caches.match(savedUnder(url), { ignoreVary: true });
}

/** Saves a document or a reply, with the time. The reply itself can still be read afterwards. */
export async function saveTicketPage(url: string, reply: Response, now: Date): Promise<void> {
  await put(ticketsCache, savedUnder(url), await dated(reply, now), mostTickets);
}

/** Saves the document of a door, once all that it needs is saved. */
export async function saveDoor(url: string, reply: Response, now: Date): Promise<void> {
  await put(doorsCache, savedUnder(url), await dated(reply, now), mostDoors);
}

/** Saves what doors are drawn and read with. What is in use is saved last, and so goes last. */
export async function saveDoorLook(url: string, reply: Response): Promise<void> {
  await put(doorLooksCache, savedUnder(url), reply.clone(), mostLooks);
}

/** Saves code, a style or a picture. */
export async function saveLook(url: string, reply: Response): Promise<void> {
  await put(looksCache, savedUnder(url), reply.clone(), mostLooks);
}

/** Forgets a ticket that the server no longer knows. */
export async function forgetTicket(url: string): Promise<void> {
  await (await caches.open(ticketsCache)).delete(savedUnder(url));
}

/** Removes what earlier versions of the worker have saved. */
export async function dropOldCopies(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("foyer-"));
  const ours = [ticketsCache, looksCache, doorsCache, doorLooksCache];
  const old = names.filter((name) => !ours.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Whether a page with this address may have its tickets saved. */
export function maySave(pageUrl: string): boolean {
  return isTicketPage(pageUrl, self.origin);
}

/** A copy with the time. Made anew, because a navigation refuses a reply that came by a redirect. */
async function dated(reply: Response, now: Date): Promise<Response> {
  const headers = new Headers(reply.headers);
  headers.set(savedAtHeader, now.toISOString());
  return new Response(await reply.clone().blob(), { status: reply.status, headers });
}

/** Copies are kept in the order of their saving, so the first are the oldest. */
async function put(cacheName: string, url: string, copy: Response, most: number): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, copy);
  const saved = await cache.keys();
  await Promise.all(saved.slice(0, Math.max(0, saved.length - most)).map((request) => cache.delete(request)));
}
