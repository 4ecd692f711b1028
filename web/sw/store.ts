import { isTicketPage, savedAddress } from "./rules.ts";

/** The header with the time when a page or a reply was saved (ISO). */
export const savedAtHeader = "x-foyer-saved-at";

const ticketsCache = "foyer-tickets-1";
const assetsCache = "foyer-ticket-looks-1";
/** Documents and replies together. */
const maxTicketCopies = 40;
const maxAssets = 300;
/** Doors have their own caches, so that viewed tickets do not evict them. */
const doorsCache = "foyer-doors-1";
const doorAssetsCache = "foyer-door-looks-1";
const maxDoors = 20;

export async function savedCopy(url: string): Promise<Response | undefined> {
  // Ignore Vary, because the copy is for everybody who opens it on this device.
  return caches.match(savedAddress(url), { ignoreVary: true });
}

/** Saves a document or a reply, which can still be read afterwards. */
export async function saveTicketPage(url: string, reply: Response, now: Date): Promise<void> {
  await put(ticketsCache, savedAddress(url), await withSavedAt(reply, now), maxTicketCopies);
}

/** Call it after the door's code and styles are saved: a page without them would not start offline. */
export async function saveDoor(url: string, reply: Response, now: Date): Promise<void> {
  await put(doorsCache, savedAddress(url), await withSavedAt(reply, now), maxDoors);
}

/** Saving moves a file to the end, so that files in use are evicted last. */
export async function saveDoorAsset(url: string, reply: Response): Promise<void> {
  await put(doorAssetsCache, savedAddress(url), reply.clone(), maxAssets);
}

export async function saveAsset(url: string, reply: Response): Promise<void> {
  await put(assetsCache, savedAddress(url), reply.clone(), maxAssets);
}

export async function forgetTicket(url: string): Promise<void> {
  await (await caches.open(ticketsCache)).delete(savedAddress(url));
}

/** Deletes the caches of earlier versions of the worker. */
export async function dropOldCopies(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("foyer-"));
  const ours = [ticketsCache, assetsCache, doorsCache, doorAssetsCache];
  const old = names.filter((name) => !ours.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

export function canSaveTickets(pageUrl: string): boolean {
  return isTicketPage(pageUrl, self.origin);
}

/** Makes a new Response, because a navigation rejects a redirected one. */
async function withSavedAt(reply: Response, now: Date): Promise<Response> {
  const headers = new Headers(reply.headers);
  headers.set(savedAtHeader, now.toISOString());
  return new Response(await reply.clone().blob(), { status: reply.status, headers });
}

/** Keeps the newest `maxEntries` copies. If the device has no room for the new copy, the old one is put back. */
async function put(cacheName: string, url: string, copy: Response, maxEntries: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const old = await cache.match(url, { ignoreVary: true });
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, copy).catch(async (error: unknown) => {
    if (old !== undefined) await cache.put(url, old);
    throw error;
  });
  // Keys are in the order of saving.
  const requests = await cache.keys();
  const oldest = requests.slice(0, Math.max(0, requests.length - maxEntries));
  await Promise.all(oldest.map((request) => cache.delete(request)));
}
