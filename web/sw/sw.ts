/**
 * Shows bought tickets and opens the pages of a door offline. The server's page or reply is used if it comes in time
 * and is no server error, or if there is no copy.
 */
import { type AnsweredMessage, isMessage, type KeepMessage, type KeptMessage } from "./messages.ts";
import { assetsIn, belongsToBuild, isDoorPage, kindOf, replyAddress } from "./rules.ts";
import {
  canSaveTickets,
  dropOldCopies,
  forgetTicket,
  saveAsset,
  saveDoor,
  saveDoorAsset,
  savedAtHeader,
  savedCopy,
  saveTicketPage,
} from "./store.ts";
import { type RequestEvent, worker } from "./worker.ts";

const timeoutMs = 3000;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) =>
  event.waitUntil(dropOldCopies().then(() => worker.clients.claim())),
);

worker.addEventListener("fetch", (event) => {
  const kind = kindOf(event.request, self.origin);
  if (kind === "page" || kind === "reply") event.respondWith(serverFirst(event, kind));
  else if (kind === "door") event.respondWith(doorPage(event));
  else if (kind === "asset") event.respondWith(copyFirst(event));
  else if (kind === "picture") event.respondWith(pictureFromServerFirst(event));
});

worker.addEventListener("message", (event) => {
  const { data, source } = event;
  const isTicket = isMessage<KeepMessage>(data, "keep") && canSaveTickets(data.page);
  const isDoor = isMessage<KeepMessage>(data, "keepDoor") && isDoorPage(data.page, self.origin);
  if (!isTicket && !isDoor) return;
  const reportSaved = (saved: boolean) =>
    source?.postMessage({ type: "kept", page: data.page, saved } satisfies KeptMessage);
  event.waitUntil(
    (isTicket ? keepTicketPage(data) : keepDoor(data)).then(
      () => reportSaved(true),
      () => reportSaved(false),
    ),
  );
});

async function keepTicketPage({ page, assets }: KeepMessage): Promise<void> {
  const document = await fetchAndSave(page, { headers: { accept: "text/html" } });
  await fetchAndSave(replyAddress(page), { headers: { accept: "application/json" } });
  const needed = new Set([...assetsIn(await document.text()), ...assets]);
  await Promise.all(
    [...needed].map(async (path) => {
      const url = new URL(path, self.origin).href;
      if (kindOf({ method: "GET", mode: "no-cors", url }, self.origin) === "leave") return;
      if ((await savedCopy(url)) !== undefined) return;
      const reply = await fetch(url);
      if (reply.ok) await saveAsset(url, reply);
    }),
  );
}

async function keepDoor({ page, assets }: KeepMessage): Promise<void> {
  const document = await fetch(page, { headers: { accept: "text/html" } });
  const html = await document.clone().text();
  if (!document.ok || !belongsToBuild(html, assets)) throw new Error("The server has a newer page.");
  const needed = [...new Set([...assetsIn(html), ...assets])].map((path) => new URL(path, self.origin).href);
  await Promise.all(
    needed.map(async (url) => {
      const kind = kindOf({ method: "GET", mode: "no-cors", url }, self.origin);
      if (kind !== "asset" && kind !== "picture") return;
      const reply = (await savedCopy(url)) ?? (await fetch(url));
      if (reply.ok) await saveDoorAsset(url, reply);
      else if (kind === "asset") throw new Error(`${reply.status} for ${url}`);
    }),
  );
  await saveDoor(page, document, new Date());
}

async function doorPage({ request }: RequestEvent): Promise<Response> {
  const fromServer = fetch(request);
  const copy = await savedCopy(request.url);
  if (copy === undefined) return fromServer;
  const reply = await Promise.race([fromServer, resolveNullAfter(timeoutMs)]).catch(() => null);
  return reply === null || reply.status >= 500 ? copy : reply;
}

async function fetchAndSave(url: string, init: RequestInit): Promise<Response> {
  const reply = await fetch(url, init);
  if (!reply.ok) throw new Error(`${reply.status} for ${new URL(url).pathname}`);
  await saveTicketPage(url, reply, new Date());
  return reply;
}

async function serverFirst(event: RequestEvent, kind: "page" | "reply"): Promise<Response> {
  const { request } = event;
  const client = event.clientId === "" ? undefined : await worker.clients.get(event.clientId);
  const mayBeSaved = kind === "page" || (client !== undefined && canSaveTickets(client.url));
  const reportSource = (savedAt: string | null) => {
    if (kind === "reply") client?.postMessage({ type: "answered", savedAt } satisfies AnsweredMessage);
  };

  const fromServer = fetch(request).then(async (reply) => {
    if (reply.ok && mayBeSaved)
      await saveTicketPage(request.url, reply, new Date()).catch(() => requireWhole(reply));
    if (reply.status === 404 || reply.status === 403) await forgetTicket(request.url);
    return reply;
  });
  event.waitUntil(fromServer.catch(() => undefined));

  const copy = await savedCopy(request.url);
  if (copy === undefined) {
    const reply = await fromServer;
    reportSource(null);
    return reply;
  }
  const reply = await Promise.race([fromServer, resolveNullAfter(timeoutMs)]).catch(() => null);
  // A server error counts as no answer too, because a proxy may have sent it.
  if (reply === null || reply.status >= 500) {
    reportSource(copy.headers.get(savedAtHeader));
    return copy;
  }
  reportSource(null);
  return reply;
}

/** The name of an asset changes with its content, so a copy stays valid. */
async function copyFirst(event: RequestEvent): Promise<Response> {
  return (await savedCopy(event.request.url)) ?? fetchAndSaveAsset(event);
}

async function pictureFromServerFirst(event: RequestEvent): Promise<Response> {
  try {
    return await fetchAndSaveAsset(event);
  } catch (failure) {
    const copy = await savedCopy(event.request.url);
    if (copy === undefined) throw failure;
    return copy;
  }
}

/** Saves the file if a ticket page requests it, because the page will need it offline. */
async function fetchAndSaveAsset(event: RequestEvent): Promise<Response> {
  const reply = await fetch(event.request);
  const client = event.clientId === "" ? undefined : await worker.clients.get(event.clientId);
  if (reply.ok && client !== undefined && canSaveTickets(client.url))
    await saveAsset(event.request.url, reply).catch(() => requireWhole(reply));
  return reply;
}

/** Call it after a failed save: the page still gets the reply, unless it was cut off. */
async function requireWhole(reply: Response): Promise<void> {
  await reply.clone().blob();
}

function resolveNullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms);
  });
}
