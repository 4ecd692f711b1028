import { afterAll, beforeAll, expect, test, vi } from "vitest";

const origin = "https://foyer.example";
const ticketPage = `${origin}/gala/tickets?registrationId=7&accessKey=abcdefghijklmnop`;
const requests = [
  { kind: "a ticket page", url: ticketPage, mode: "navigate" },
  {
    kind: "the reply that it shows",
    url: `${origin}/api/registration/getRegistration?registrationId=7&accessKey=abcdefghijklmnop`,
    mode: "cors",
  },
  { kind: "its code", url: `${origin}/assets/Tickets-a1b2.js`, mode: "cors" },
  { kind: "its picture", url: `${origin}/api/event-banner/a.webp`, mode: "no-cors" },
];

const listeners = new Map<string, (event: object) => void>();
let fromServer: () => Response;
let copy: Response | undefined;
/** The copies that the cache accepted although the device has no room for a new one. */
const putBack: Response[] = [];
const storageIsFull = new DOMException("Quota exceeded", "QuotaExceededError");
beforeAll(async () => {
  const page = { url: ticketPage, postMessage: () => {} };
  vi.stubGlobal("self", {
    origin,
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { get: () => Promise.resolve(page) },
  });
  vi.stubGlobal("caches", {
    match: () => Promise.resolve(copy),
    open: () =>
      Promise.resolve({
        match: () => Promise.resolve(copy),
        delete: () => Promise.resolve(copy !== undefined),
        put: async (_url: string, saved: Response) => {
          if (saved === copy) {
            putBack.push(saved);
            return;
          }
          await saved.blob();
          throw storageIsFull;
        },
      }),
  });
  vi.stubGlobal("fetch", () => Promise.resolve(fromServer()));
  await import("./sw.ts");
});
afterAll(() => vi.unstubAllGlobals());

function replyTo({ url, mode }: { url: string; mode: string }): Promise<Response> {
  return new Promise((resolve) => {
    listeners.get("fetch")!({
      request: { method: "GET", url, mode },
      clientId: "1",
      waitUntil: () => {},
      respondWith: resolve,
    });
  });
}

test.each(requests)("$kind is shown although the device has no room for its copy", async (request) => {
  copy = undefined;
  fromServer = () => new Response("from the server");
  expect(await (await replyTo(request)).text()).toBe("from the server");
});

test.each(requests.filter(({ kind }) => kind !== "its code"))(
  "the copy of $kind is shown if the server's reply breaks off",
  async (request) => {
    copy = new Response("the copy");
    fromServer = () =>
      new Response(new ReadableStream({ pull: (body) => body.error(new TypeError("network error")) }));
    expect(await (await replyTo(request)).text()).toBe("the copy");
  },
);

/** Returns the worker's answer to the page. */
function saveTickets(): Promise<unknown> {
  fromServer = () => new Response("<html></html>");
  return new Promise((resolve) => {
    listeners.get("message")!({
      data: { type: "keep", page: ticketPage, assets: [] },
      source: { postMessage: resolve },
      waitUntil: () => {},
    });
  });
}

test("a page learns that its tickets are not saved if the device has no room", async () => {
  copy = undefined;
  expect(await saveTickets()).toEqual({ type: "kept", page: ticketPage, saved: false });
});

test("the copy of a ticket page is kept if the device has no room for a newer one", async () => {
  copy = new Response("the copy");
  await saveTickets();
  expect(putBack).toContain(copy);
});
